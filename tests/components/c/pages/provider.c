/* A component resource with a child of another package and a child of this one, and values that are known later. */
#include <provider.h>

static bool create_page(pw_call *call) {
    page_set_url(call, pw_printf("https://pages.example.com/%s", pw_text(call->inputs, PAGE_PATH)));
    return pw_set_id(call, "%s", pw_text(call->inputs, PAGE_PATH));
}

/* The path of the page, as soon as the name of the folder is known. */
static bool index_of(pw_call *call) {
    pw_set_result(call, pw_new_text(pw_printf("%s/index.html", pw_string(call->inputs))));
    return true;
}

static bool heading(pw_call *call) {
    pw_set_result(call, pw_new_text(pw_printf("<h1>%s</h1>", pw_string(call->inputs))));
    return true;
}

static bool construct(pw_call *call) {
    pw_value *pet = pw_new_map(), *page = pw_new_map();
    pw_put(pet, "length", pw_new_integer(2));
    const char *token = "random:index/randomPet:RandomPet";
    pw_node folder = pw_register(call, PW_CUSTOM, token, pw_printf("%s-folder", call->name), pet, NULL, PW_HERE);
    pw_put(page, PAGE_PATH, pw_output(pw_apply(call, pw_output(folder, "id"), index_of, PW_HERE), NULL));
    pw_put(page, PAGE_TEXT, pw_output(pw_apply(call, pw_get(call->inputs, WEBSITE_TITLE), heading, PW_HERE), NULL));
    pw_node made = pw_register(call, PW_CUSTOM, PAGE, pw_printf("%s-page", call->name), page, NULL, PW_HERE);
    pw_set(call, WEBSITE_URL, pw_output(made, "url"));
    return true;
}

PW_RESOURCES({.type = PAGE, .create = create_page}, {.type = WEBSITE, .construct = construct});
