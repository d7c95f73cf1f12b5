// The build includes this before each source in C++. It turns on the checks of LLVM's C++ library: an index out of bounds, an empty optional, and a null
// pointer as a text end the call. Without a text of its own, the report has the place in the author's source, and no path of the compiler.
#if defined(__cplusplus) && defined(__wasm__)
extern "C" [[noreturn]] void pw_library_refuses(void) noexcept;

#undef _LIBCPP_HARDENING_MODE
#define _LIBCPP_HARDENING_MODE _LIBCPP_HARDENING_MODE_EXTENSIVE
#define _LIBCPP___ASSERTION_HANDLER
#define _LIBCPP_ASSERTION_HANDLER(message) ::pw_library_refuses()
#endif
