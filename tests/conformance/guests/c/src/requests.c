/* Requests. */
#include "guest.h"

static const pw_header *headers_of(const pw_value *headers) {
    pw_header *made = pw_take(pw_count(headers) * sizeof *made);
    for (size_t index = 0; index < pw_count(headers); index++)
        made[index] = (pw_header){pw_key(headers, index), pw_string(pw_at(headers, index))};
    return made;
}

/* Reads the answer in parts of four bytes. */
static bool fetch_in_parts(pw_call *call, const pw_request *request, pw_response *response) {
    uint32_t exchange;
    char part[4], *body = pw_take(64 * 1024);
    size_t length = 0, more;
    if (!pw_http_open(call, request, &exchange) || !pw_http_answer(call, exchange, response)) return false;
    do {
        if (!pw_http_read(call, exchange, part, sizeof part, &more)) return false;
        memcpy(body + length, part, more);
        length += more;
    } while (more > 0 && length < 64 * 1024 - sizeof part);
    pw_http_close(exchange);
    response->body = body;
    response->length = length;
    return true;
}

static void tell_name(pw_call *call, const pw_response *response) {
    const char *kind = pw_response_header(response, "content-type");
    if (kind == NULL || strncmp(kind, "application/json", 16) != 0) return;
    fetching_set_name(call, pw_optional_text(pw_parse(response->body, response->length), "name"));
}

bool fetching_create(pw_call *call) {
    fetching_inputs in = fetching_inputs_of(call->inputs);
    pw_backoff pauses = {.first_delay_ms = 5, .factor = 1.5, .max_delay_ms = 10000};
    pw_request request = {.method = in.method, .url = in.url, .headers = headers_of(in.headers), .header_count = pw_count(in.headers), .body = in.body};
    if (in.json != NULL) {
        pw_header *headers = pw_take((request.header_count + 1) * sizeof *headers);
        for (size_t index = 0; index < request.header_count; index++) headers[index] = request.headers[index];
        headers[request.header_count++] = (pw_header){"content-type", "application/json"};
        request.headers = headers;
        request.body = pw_write(in.json);
    }
    if (in.attempts != NULL) {
        pauses.attempts = (uint32_t)*in.attempts;
        request.backoff = &pauses;
    }
    if (in.redirects != NULL) request.redirects = (uint32_t)*in.redirects;
    pw_response response;
    if (in.parts != NULL && *in.parts) {
        if (!fetch_in_parts(call, &request, &response)) return false;
    } else {
        if (!pw_http(call, &request, &response)) return false;
        if (in.strict != NULL && *in.strict && !pw_http_ok(call, &response)) return false;
        tell_name(call, &response);
    }
    fetching_set_status(call, response.status);
    fetching_set_answer(call, response.body);
    fetching_set_header(call, pw_response_header(&response, "X-Answer"));
    fetching_set_address(call, response.url);
    return pw_set_id(call, "fetching");
}

bool fetching_preview(pw_call *call) {
    fetching_inputs in = fetching_inputs_of(call->inputs);
    const pw_value *method = pw_get(call->inputs, FETCHING_METHOD), *url = pw_get(call->inputs, FETCHING_URL);
    if (in.early == NULL || !*in.early || !pw_is_known(method) || !pw_is_known(url)) return true;
    pw_response response;
    if (!pw_http(call, &(pw_request){.method = in.method, .url = in.url}, &response)) return false;
    fetching_set_answer(call, response.body);
    return true;
}

bool fetching_read(pw_call *call) {
    if (!pw_is_recorded(call)) return pw_gone(call);
    fetching_outputs old = fetching_outputs_of(call->old_outputs);
    pw_response response;
    if (!pw_http(call, &(pw_request){.method = old.method, .url = old.url}, &response)) return false;
    if (response.status == 404) return pw_gone(call);
    fetching_set_answer(call, response.body);
    return true;
}

/* C has no library for HTTP that every program uses: each is the SDK's request. */
bool borrowed_create(pw_call *call) {
    borrowed_inputs in = borrowed_inputs_of(call->inputs);
    const pw_header headers[] = {{"content-type", "application/json"}, {"x-question", "what"}};
    pw_request request = {.method = "PUT", .url = in.url, .headers = headers, .header_count = 2, .body = in.body, .redirects = 20};
    pw_response response;
    if (!pw_http(call, &request, &response)) return false;
    borrowed_set_status(call, response.status);
    borrowed_set_answer(call, response.body);
    return pw_set_id(call, "borrowed");
}

bool sharing_create(pw_call *call) {
    const char *token = "";
    bool is_missing = false;
    uint32_t making = 0;
    if (!pw_shared_get(call, "token", &token, &is_missing, &making)) return false;
    if (is_missing) {
        bool again;
        uint32_t second;
        pw_response response;
        bool done = !pw_bool(call->inputs, SHARING_NESTED) || pw_shared_get(call, "token", &token, &again, &second);
        done = done && pw_http(call, &(pw_request){.url = pw_text(call->inputs, SHARING_URL)}, &response) && pw_http_ok(call, &response);
        if (!done) {
            pw_shared_give_up(making);
            return false;
        }
        token = response.body;
        if (!pw_shared_keep(call, making, token, 60000)) return false;
    }
    pw_log(PW_INFO, "the token is %s", token);
    if (pw_bool(call->inputs, SHARING_FORGETS) && !pw_shared_forget(call, "token", token)) return false;
    if (!pw_rate(call, "makes", 100, 2)) return false;
    sharing_set_made(call, is_missing);
    return pw_set_id(call, "sharing");
}
