/* Reads files as JSON, and each of them with 3,000 random changes. JSON that was read and written is the same after another time. A number is read as
 * the C library reads it, and a number that was written is read as the same number. */
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

/* Whether a number is not read as the C library reads it. */
static bool is_misread(const char *written) {
    double read = pw_double(pw_parse(written, strlen(written))), expected = strtod(written, NULL);
    bool is_misread = memcmp(&read, &expected, sizeof read) != 0;
    if (is_misread) printf("%s was read as %.17g\n", written, read);
    return is_misread;
}

/* Whether a number changes if it is written and read. */
static bool is_changed(double number) {
    const char *written = pw_write(pw_new_number(number));
    double read = strtod(written, NULL);
    bool is_changed = memcmp(&read, &number, sizeof read) != 0;
    if (is_changed) printf("%.17g was written as %s\n", number, written);
    return is_changed || is_misread(written);
}

static bool numbers_change(void) {
    static const char *const odd[] = {"0", "-0", "0.0", "-0.0", "1e3", "-1.5E-7", "0.1", "0.30000000000000004", "123456789012345", "-999999999999999",
                                      "9007199254740993", "1234567.12345678", "0.000000000000001", "1e308", "5e-324", "4503599627370496.5"};
    for (size_t index = 0; index < sizeof odd / sizeof *odd; index++)
        if (is_misread(odd[index]) || is_changed(strtod(odd[index], NULL))) return true;
    uint64_t seed = 1;
    for (int round = 0; round < 100000; round++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        double any, whole = (double)(int64_t)(seed >> (seed & 63)), part = (double)(seed >> 40) / 1000;
        memcpy(&any, &seed, sizeof any);
        bool is_number = any - any == 0;
        if ((is_number && is_changed(any)) || is_changed(whole) || is_changed(-part) || is_changed(part * 1e-6)) return true;
    }
    return false;
}

int main(int count, char **files) {
    if (numbers_change()) return 1;
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
