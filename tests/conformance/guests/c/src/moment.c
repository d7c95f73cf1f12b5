/* Time and randomness, by the SDK and by the C library. */
#include "guest.h"

#include <time.h>
#include <unistd.h>

static const char *hexadecimal(const unsigned char *bytes, size_t count) {
    char *made = pw_take(2 * count + 1);
    for (size_t index = 0; index < count; index++) {
        made[2 * index] = "0123456789abcdef"[bytes[index] >> 4];
        made[2 * index + 1] = "0123456789abcdef"[bytes[index] & 15];
    }
    return made;
}

/* Random bytes in hexadecimal; NULL after a failure. */
static const char *random_text(pw_call *call, size_t count) {
    unsigned char *bytes = pw_take(count);
    return pw_random(call, bytes, count) ? hexadecimal(bytes, count) : NULL;
}

static const char *own_random_text(size_t count) {
    unsigned char *bytes = pw_take(count);
    return getentropy(bytes, count) == 0 ? hexadecimal(bytes, count) : NULL;
}

/* A random UUID of version 4. */
static const char *own_uuid(void) {
    unsigned char bytes[16];
    if (getentropy(bytes, sizeof bytes) != 0) return NULL;
    bytes[6] = (unsigned char)((bytes[6] & 0x0F) | 0x40);
    bytes[8] = (unsigned char)((bytes[8] & 0x3F) | 0x80);
    const char *digits = hexadecimal(bytes, sizeof bytes);
    return pw_printf("%.8s-%.4s-%.4s-%.4s-%s", digits, digits + 8, digits + 12, digits + 16, digits + 20);
}

static double own_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

typedef struct {
    double seconds, own_seconds;
    bool is_still, own_is_still;
} look;

static bool look_at_clocks(pw_call *call, look *at) {
    at->seconds = pw_now();
    at->own_seconds = own_now();
    if (!pw_sleep(call, 5)) return false;
    at->is_still = pw_now() == at->seconds;
    at->own_is_still = own_now() == at->own_seconds;
    return true;
}

bool moment_check(pw_call *call) {
    if (pw_get(call->inputs, MOMENT_TOKEN) == NULL) moment_set_token(call, random_text(call, 8));
    if (pw_get(call->inputs, MOMENT_OWN_TOKEN) == NULL) moment_set_own_token(call, own_random_text(8));
    return true;
}

bool moment_preview(pw_call *call) {
    look at;
    if (!look_at_clocks(call, &at)) return false;
    pw_log(PW_INFO, "still: %s, own: %s", at.is_still ? "true" : "false", at.own_is_still ? "true" : "false");
    return true;
}

bool moment_create(pw_call *call) {
    look at;
    if (!look_at_clocks(call, &at)) return false;
    moment_set_seconds(call, at.seconds);
    moment_set_own_seconds(call, at.own_seconds);
    moment_set_still(call, at.is_still);
    moment_set_own_still(call, at.own_is_still);
    moment_set_random(call, random_text(call, 16));
    moment_set_own_random(call, own_random_text(16));
    moment_set_own_uuid(call, own_uuid());
    return pw_set_id(call, "moment");
}
