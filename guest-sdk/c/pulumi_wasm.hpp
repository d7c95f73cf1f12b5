// Providers for Pulumi in C++: types over `pulumi_wasm.h`. A resource is a class with static functions for its hooks, and the table takes the
// functions that the class has:
//
//     struct Greeting {
//         static bool create(pulumi::Call &call) { return call.set("message", "Hello").id("greeting"); }
//     };
//     PW_RESOURCES(pulumi::resource<Greeting>(GREETING));
//
// Exceptions are off: a hook ends with `call.fail` instead.
#ifndef PULUMI_WASM_HPP
#define PULUMI_WASM_HPP

#include "pulumi_wasm.h"

#include <concepts>
#include <cstdint>
#include <iterator>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>

namespace pulumi {

// A value of a property, as long as the call lasts.
class Value {
public:
    Value(const pw_value *raw = nullptr) : raw_(raw) {}
    Value(bool flag) : raw_(pw_new_bool(flag)) {}
    Value(double number) : raw_(pw_new_number(number)) {}
    Value(std::integral auto number) : raw_(pw_new_integer(static_cast<int64_t>(number))) {}
    Value(std::string_view text) : raw_(pw_new_bytes(text.data(), text.size())) {}
    Value(const char *text) : Value(std::string_view(text)) {}
    Value(const std::string &text) : Value(std::string_view(text)) {}

    const pw_value *raw() const { return raw_; }
    pw_kind kind() const { return pw_kind_of(raw_); }
    // Whether the property is given.
    explicit operator bool() const { return raw_ != nullptr; }
    bool secret() const { return pw_is_secret(raw_); }
    bool known() const { return pw_is_known(raw_); }

    std::string_view text() const { return {pw_string(raw_), pw_length(raw_)}; }
    double number() const { return pw_double(raw_); }
    int64_t integer() const { return pw_int64(raw_); }
    bool flag() const { return pw_flag(raw_); }

    Value operator[](const char *key) const { return pw_get(raw_, key); }
    Value at(size_t index) const { return pw_at(raw_, index); }
    std::string_view key(size_t index) const { return {pw_key(raw_, index), pw_key_length(raw_, index)}; }
    size_t size() const { return pw_count(raw_); }

    // The elements of a list, or the values of a map.
    class Iterator {
    public:
        using value_type = Value;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        Iterator(const pw_value *of, size_t index) : of_(of), index_(index) {}
        Value operator*() const { return pw_at(of_, index_); }
        Iterator &operator++() { return ++index_, *this; }
        Iterator operator++(int) { return {of_, index_++}; }
        bool operator==(const Iterator &) const = default;

    private:
        const pw_value *of_ = nullptr;
        size_t index_ = 0;
    };
    Iterator begin() const { return {raw_, 0}; }
    Iterator end() const { return {raw_, size()}; }

private:
    const pw_value *raw_;
};

inline Value secret(Value value) { return pw_secret(value.raw()); }

// A list or a map that is being made.
class List {
public:
    List &add(Value value) { return pw_append(raw_, value.raw()), *this; }
    operator Value() const { return raw_; }

private:
    pw_value *raw_ = pw_new_list();
};

class Map {
public:
    Map &set(const char *key, Value value) { return pw_put(raw_, key, value.raw()), *this; }
    operator Value() const { return raw_; }

private:
    pw_value *raw_ = pw_new_map();
};

class Call;

// A request whose answer is read in parts. It ends with this object.
class Exchange {
public:
    Exchange(const Exchange &) = delete;
    Exchange &operator=(const Exchange &) = delete;
    Exchange(Exchange &&other) noexcept : call_(other.call_), number_(std::exchange(other.number_, std::nullopt)) {}
    Exchange &operator=(Exchange &&other) noexcept {
        std::swap(call_, other.call_);
        std::swap(number_, other.number_);
        return *this;
    }
    ~Exchange() {
        if (number_) pw_http_close(*number_);
    }
    bool write(std::string_view bytes) { return pw_http_write(call_, *number_, bytes.data(), bytes.size()); }
    std::optional<pw_response> answer() {
        pw_response head;
        return pw_http_answer(call_, *number_, &head) ? std::optional(head) : std::nullopt;
    }
    // Reads the next bytes into a buffer; none at the end. No value if the request failed.
    std::optional<size_t> read(void *buffer, uint32_t size) {
        size_t length;
        return pw_http_read(call_, *number_, buffer, size, &length) ? std::optional(length) : std::nullopt;
    }

private:
    friend class Call;
    Exchange(pw_call *call, uint32_t number) : call_(call), number_(number) {}
    pw_call *call_;
    std::optional<uint32_t> number_;
};

// A resource, a look-up or a computation that a component resource declared.
class Node {
public:
    explicit Node(pw_node number) : number_(number) {}

    pw_node number() const { return number_; }
    // The output at a path such as `website.endpoint`, for inputs, options and results. Without a path it is the node as a whole.
    Value output(const char *path = nullptr) const { return pw_output(number_, path); }
    operator Value() const { return output(); }

private:
    pw_node number_;
};

// The place of a declaration, for messages.
inline const char *place_of(const std::source_location &where) {
    return pw_printf("%s:%u", where.file_name(), static_cast<unsigned>(where.line()));
}

// One call of a hook.
class Call {
public:
    explicit Call(pw_call *raw) : raw_(raw) {}

    pw_call *raw() const { return raw_; }
    pw_call *operator->() const { return raw_; }
    Value inputs() const { return raw_->inputs; }
    Value old_inputs() const { return raw_->old_inputs; }
    Value old_outputs() const { return raw_->old_outputs; }
    Value config() const { return raw_->config; }
    std::string_view name() const { return raw_->name; }
    std::string_view id() const { return raw_->id; }

    Call &set(const char *key, Value value) { return pw_set(raw_, key, value.raw()), *this; }
    bool id(std::string_view id) { return pw_set_id(raw_, "%.*s", static_cast<int>(id.size()), id.data()); }
    bool fail(pw_error error, std::string_view message) {
        return pw_fail(raw_, error, "%.*s", static_cast<int>(message.size()), message.data());
    }
    void wrong(const std::string &path, std::string_view reason) {
        pw_wrong(raw_, path.c_str(), "%.*s", static_cast<int>(reason.size()), reason.data());
    }
    void info(std::string_view message) { pw_log(PW_INFO, "%.*s", static_cast<int>(message.size()), message.data()); }
    bool checkpoint(const std::string &id) { return pw_checkpoint(raw_, id.c_str()); }

    // The answer; no value if the request failed: then the hook returns false.
    std::optional<pw_response> send(const pw_request &request) {
        pw_response response;
        return pw_http(raw_, &request, &response) ? std::optional(response) : std::nullopt;
    }
    std::optional<Exchange> open(const pw_request &request) {
        uint32_t number;
        if (!pw_http_open(raw_, &request, &number)) return std::nullopt;
        return Exchange(raw_, number);
    }

    // In `construct`: declares a custom resource with its whole name. `pw_register` declares other kinds.
    Node declare(const char *token, const std::string &name, Value inputs = {}, Value options = {},
                 const std::source_location &where = std::source_location::current()) {
        return Node(pw_register(raw_, PW_CUSTOM, token, name.c_str(), inputs.raw(), options.raw(), place_of(where)));
    }
    // In `construct`: a value that `function` computes of the source, as soon as the source is known. The function takes a `Value` and gives one.
    template <auto function> Node apply(Value source, const std::source_location &where = std::source_location::current()) {
        pw_hook *hook = [](pw_call *call) { return pw_set_result(call, Value(function(Value(call->inputs))).raw()), true; };
        return Node(pw_apply(raw_, source.raw(), hook, place_of(where)));
    }

private:
    pw_call *raw_;
};

// A function of the author's that takes a call.
template <auto function> bool run(pw_call *raw) {
    Call call(raw);
    return function(call);
}

#define PW_HOOK(name, member) \
    if constexpr (requires(Call &call) { { Resource::name(call) } -> std::same_as<bool>; }) made.member = run<Resource::name>;

// The hooks that a class has.
template <class Resource> constexpr pw_resource resource(const char *type) {
    pw_resource made{};
    made.type = type;
    PW_HOOK(check, check)
    PW_HOOK(diff, diff)
    PW_HOOK(create, create)
    PW_HOOK(preview_create, preview_create)
    PW_HOOK(resume, resume)
    PW_HOOK(read, read)
    PW_HOOK(update, update)
    PW_HOOK(preview_update, preview_update)
    PW_HOOK(remove, del)
    PW_HOOK(migrate, migrate)
    PW_HOOK(list, list)
    PW_HOOK(construct, construct)
    return made;
}
#undef PW_HOOK

template <auto hook> constexpr pw_function function(const char *name) { return {name, run<hook>}; }

} // namespace pulumi

#endif
