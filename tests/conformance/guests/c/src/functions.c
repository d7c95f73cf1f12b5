/* Functions and the configuration. */
#include "guest.h"

const char *banner;

bool check_settings(pw_call *call) {
    configuration config = configuration_of(call->inputs);
    if (strcmp(config.region, "nowhere") == 0) pw_wrong(call, "region", "is no place");
    if (pw_number(config.limits, "most") < 0) pw_wrong(call, "limits.most", "must not be negative");
    return true;
}

bool configure_settings(pw_call *call) {
    configuration config = configuration_of(call->config);
    if (config.refuse != NULL) return pw_fail(call, PW_OTHER, "%s", config.refuse);
    /* The banner lives as long as the instance, and the memory of a call does not. */
    size_t size = strlen(config.region) + sizeof "from ";
    char *made = malloc(size);
    if (made == NULL) return pw_fail(call, PW_OTHER, "there is no memory");
    strcpy(made, "from ");
    banner = strcat(made, config.region);
    return true;
}

bool tell_configuration(pw_call *call) {
    configuration config = configuration_of(call->config);
    configured_set_region(call, config.region);
    configured_set_retries(call, config.retries);
    configured_set_labels(call, config.labels);
    configured_set_limits(call, config.limits);
    configured_set_token_length(call, (int64_t)pw_length(pw_get(call->config, "token")));
    configured_set_word(call, config.word);
    configured_set_banner(call, banner);
    return true;
}

bool echo_value(pw_call *call) {
    echo_set_result(call, pw_get(call->inputs, "value"));
    return true;
}

bool greet_somebody(pw_call *call) {
    greet_arguments in = greet_arguments_of(call->inputs);
    const char *message = pw_printf("%s, %s!", in.salutation, in.name);
    int64_t words = 1;
    for (const char *at = message; *at != 0; at++) words += *at == ' ';
    greet_set_message(call, message);
    greet_set_words(call, words);
    return true;
}

bool conceal_text(pw_call *call) {
    const pw_value *text = pw_get(call->inputs, "text");
    conceal_set_hidden(call, pw_string(text));
    conceal_set_length(call, (int64_t)pw_characters(text));
    return true;
}

bool fail_so(pw_call *call) {
    return fail_with(call, pw_text(call->inputs, "how"));
}

bool send_request(pw_call *call) {
    const char *method = pw_text(call->inputs, "method"), *url = pw_optional_text(call->inputs, "url");
    if (url == NULL) url = pw_optional_text(call->config, "serverUrl");
    if (url == NULL) return pw_fail(call, PW_OTHER, "an address is missing");
    pw_response response;
    if (!pw_http(call, &(pw_request){.method = method, .url = url}, &response)) return false;
    pw_log(PW_INFO, "%s %u", method, response.status);
    send_set_result(call, response.body);
    return true;
}
