/* The JSON that a guest without a parser needs: texts as the host writes them, without spaces, in which parts are found and put
 * together. Nothing is freed before the end of a call: what it takes is small. */

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>

/* A text by a pattern with `%s`, `%.*s` and `%u`. That of the C library would import a file system. */
char *format(const char *pattern, ...);

/* The beginning of a text. */
char *beginning(const char *text, uintptr_t length);

/* An output of a node as a value. Without a path: the node as a whole. */
char *output(uint32_t node, const char *path);

/* The same value as a secret. */
char *secret(const char *value);

/* A member of an object; null if the object lacks it. */
char *member(const char *object, const char *name);

/* An object with this member added or replaced. */
char *with(const char *object, const char *name, const char *value);

/* An object without a member. */
char *without(const char *object, const char *name);

/* An element of a list; null behind the last one. */
char *element(const char *list, uint32_t index);

/* Joins the texts of a list, with `between` as the separator. */
char *joined(const char *list, const char *between);

#endif
