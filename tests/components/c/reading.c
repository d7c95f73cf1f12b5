/* Reads files as JSON, and each of them with 3,000 random changes. JSON that was read and written is the same after another time. */
#include <pulumi_wasm.h>
#include <stdio.h>

const char pw_manifest[] = "{}";
const pw_properties pw_property_table[] = {{0}};

enum { MOST = 1 << 16, ROUNDS = 3000 };

/* Whether a text that can be read is not the same after it was written and read again. */
static bool is_wrong(const char *bytes, size_t length) {
    /* A block of the exact size shows each byte that is read behind the end. */
    char *exact = malloc(length > 0 ? length : 1);
    memcpy(exact, bytes, length);
    const pw_value *read = pw_parse(exact, length);
    bool is_wrong = false;
    if (read != NULL) {
        const char *written = pw_write(read);
        const pw_value *again = pw_parse(written, strlen(written));
        is_wrong = again == NULL || strcmp(pw_write(again), written) != 0;
        if (is_wrong) printf("%s\n", written);
    }
    free(exact);
    return is_wrong;
}

int main(int count, char **files) {
    static const char letters[] = "{}[]\",:\\u0123eE+-.tfn \x80\xff";
    static char bytes[MOST], changed[MOST];
    uint32_t seed = 1;
    for (int index = 1; index < count; index++) {
        FILE *file = fopen(files[index], "rb");
        if (file == NULL) return 1;
        size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        if (is_wrong(bytes, length)) return 1;
        for (int round = 0; round < ROUNDS && length > 0; round++) {
            memcpy(changed, bytes, length);
            for (int change = 0; change < 3; change++) {
                seed = seed * 1664525 + 1013904223;
                changed[(seed >> 8) % length] = letters[(seed >> 4) % sizeof letters];
            }
            if (is_wrong(changed, length)) return 1;
        }
    }
    return 0;
}
