/* HTTP requests. */
#include "internal.h"

#include <strings.h>

bool pw_http_ok(pw_call *call, const pw_response *response) {
    if (response->status < 400) return true;
    pw_error error = response->status == 401 || response->status == 403 ? PW_DENIED
                     : response->status == 404 || response->status == 410 ? PW_NOT_FOUND
                     : response->status == 429 || response->status >= 500 ? PW_UNAVAILABLE
                                                                           : PW_OTHER;
    int length = response->length > 200 ? 200 : (int)response->length;
    return pw_fail(call, error, "%s answered with status %u: %.*s", response->url, response->status, length, response->body);
}

const char *pw_response_header(const pw_response *response, const char *name) {
    for (size_t index = 0; index < response->header_count; index++)
        if (strcasecmp(response->headers[index].name, name) == 0) return response->headers[index].value;
    return NULL;
}

#ifdef __wasm__
#include "wire.h"

typedef struct {
    text name, value;
} header_record;

typedef LIST_OF(header_record) header_records;

enum { TEXT_BODY, BYTES_BODY, ASSET_BODY, WRITTEN_BODY, WRITTEN_BYTES_BODY };

typedef struct {
    uint8_t which;
    union {
        text text;
        uint32_t asset;
        double size;
    };
} content_record;

typedef struct {
    text method, url;
    header_records headers;
    struct {
        uint8_t is_there;
        content_record content;
    } body;
    uint32_t timeout_ms, redirects;
    struct {
        uint8_t is_there;
        backoff_record backoff;
    } backoff;
    text extra;
} request_record;

typedef struct {
    uint16_t status;
    text url;
    header_records headers;
    struct {
        uint8_t which;
        text content;
    } body;
    text extra;
} response_record;

typedef struct {
    uint16_t status;
    text url;
    header_records headers;
    text extra;
} head_record;

typedef RESULT_OF(response_record) response_result;
typedef RESULT_OF(head_record) head_result;
IMPORT("http", "fetch") void pw_import_fetch(const request_record *, response_result *);
IMPORT("http", "open") void pw_import_open_request(const request_record *, number_result *);
IMPORT("http", "write") void pw_import_write(uint32_t, const char *, size_t, nothing_result *);
IMPORT("http", "answer") void pw_import_answer(uint32_t, head_result *);
IMPORT("http", "read") void pw_import_read_body(uint32_t, uint32_t, text_result *);
IMPORT("http", "close") void pw_import_close(uint32_t);

/* Whether the bytes are UTF-8. The host checks them again. */
static bool is_text(const char *at, size_t length) {
    for (size_t index = 0; index < length;) {
        unsigned char first = (unsigned char)at[index++];
        int more = first < 0x80 ? 0 : first >= 0xC2 && first < 0xE0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : first >= 0xF0 && first < 0xF5 ? 3 : -1;
        if (more < 0) return false;
        uint32_t character = more == 0 ? first : first & (0x3F >> more);
        for (; more > 0; more--) {
            if (index >= length || (at[index] & 0xC0) != 0x80) return false;
            character = character << 6 | (at[index++] & 0x3F);
        }
        if (character >= 0xD800 && character < 0xE000) return false;
    }
    return true;
}

static request_record *request_of(const pw_request *from) {
    request_record *made = take(sizeof *made);
    header_record *headers = take(from->header_count * sizeof *headers);
    if (from->url == NULL) give_up("a request has a null pointer as its `url`");
    for (size_t index = 0; index < from->header_count; index++) {
        pw_header header = from->headers[index];
        if (header.name == NULL || header.value == NULL) give_up("a header of a request to %s has a null pointer as its name or value", from->url);
        headers[index] = (header_record){text_of(header.name), text_of(header.value)};
    }
    made->method = from->method == NULL ? LITERAL("GET") : text_of(from->method);
    made->url = text_of(from->url);
    made->headers.at = headers;
    made->headers.count = from->header_count;
    made->body.is_there = from->body != NULL || from->asset != NULL || from->written;
    if (from->written) {
        made->body.content.which = from->written_size == 0 ? WRITTEN_BODY : WRITTEN_BYTES_BODY;
        if (from->written_size != 0) made->body.content.size = from->written_size;
    } else if (from->asset != NULL) {
        const pw_value *handle = get(from->asset, LITERAL("handle"));
        if (handle == NULL) give_up("this value is not an asset of the call");
        made->body.content.which = ASSET_BODY;
        made->body.content.asset = (uint32_t)pw_double(handle);
    } else if (from->body != NULL) {
        size_t length = from->length == 0 ? strlen(from->body) : from->length;
        made->body.content.which = is_text(from->body, length) ? TEXT_BODY : BYTES_BODY;
        made->body.content.text = (text){from->body, length};
    }
    made->timeout_ms = from->timeout_ms;
    made->redirects = from->redirects;
    made->backoff.is_there = from->backoff != NULL;
    if (from->backoff != NULL) {
        const pw_backoff *of = from->backoff;
        made->backoff.backoff =
            (backoff_record){of->attempts, of->first_delay_ms, of->factor, of->max_delay_ms, of->timeout_ms, EMPTY};
    }
    made->extra = EMPTY;
    return made;
}

static pw_response response_of(uint16_t status, text url, header_records from) {
    pw_header *headers = take(from.count * sizeof *headers);
    for (size_t index = 0; index < from.count; index++) {
        text name = from.at[index].name, value = from.at[index].value;
        headers[index] = (pw_header){copied(name.at, name.length).at, copied(value.at, value.length).at};
    }
    return (pw_response){.status = status, .url = copied(url.at, url.length).at, .headers = headers, .header_count = from.count, .body = ""};
}

bool pw_http(pw_call *call, const pw_request *request, pw_response *response) {
    response_result result;
    pw_import_fetch(request_of(request), &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *response = response_of(result.answer.status, result.answer.url, result.answer.headers);
    response->body = copied(result.answer.body.content.at, result.answer.body.content.length).at;
    response->length = result.answer.body.content.length;
    return true;
}

bool pw_http_open(pw_call *call, const pw_request *request, uint32_t *exchange) {
    number_result result;
    pw_import_open_request(request_of(request), &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *exchange = result.answer;
    return true;
}

bool pw_http_write(pw_call *call, uint32_t exchange, const char *bytes, size_t length) {
    nothing_result result;
    pw_import_write(exchange, bytes, length, &result);
    return result.is_error == 0 || failed_import(call, &result.error);
}

bool pw_http_answer(pw_call *call, uint32_t exchange, pw_response *head) {
    head_result result;
    pw_import_answer(exchange, &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *head = response_of(result.answer.status, result.answer.url, result.answer.headers);
    return true;
}

bool pw_http_read(pw_call *call, uint32_t exchange, void *buffer, uint32_t size, size_t *length) {
    mark before = marked();
    text_result result;
    pw_import_read_body(exchange, size, &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *length = result.answer.length;
    if (*length > 0) memcpy(buffer, result.answer.at, *length);
    rewind_to(before);
    return true;
}

void pw_http_close(uint32_t exchange) {
    pw_import_close(exchange);
}

#endif
