// The same website in C++.
#include <provider.h>
#include <pulumi_wasm.hpp>

// The path of the page, as soon as the name of the folder is known.
static pulumi::Value index_of(pulumi::Value folder) {
    return std::string(folder.text()) + "/index.html";
}

struct Page {
    static bool create(pulumi::Call &call) {
        std::string path(call.inputs()[PAGE_PATH].text());
        call.set(PAGE_URL, "https://pages.example.com/" + path);
        return call.id(path);
    }
};

struct Website {
    static bool construct(pulumi::Call &call) {
        std::string name(call.name());
        auto folder = call.declare("random:index/randomPet:RandomPet", name + "-folder", pulumi::Map().set("length", 2));
        auto path = call.apply<index_of>(folder.output("id"));
        auto page = call.declare(PAGE, name + "-page", pulumi::Map().set(PAGE_PATH, path).set(PAGE_TEXT, call.inputs()[WEBSITE_TITLE]));
        call.set(WEBSITE_URL, page.output("url"));
        return true;
    }
};

PW_RESOURCES(pulumi::resource<Page>(PAGE), pulumi::resource<Website>(WEBSITE));
