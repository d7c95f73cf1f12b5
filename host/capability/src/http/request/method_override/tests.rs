use super::*;

fn header(name: &str, value: &str) -> Option<Override> {
    let url = Url::parse("https://a.example/things").expect("an address");
    in_head(&url, &[(name.to_owned(), value.to_owned())])
}

fn address(rest: &str) -> Option<Override> {
    let url = Url::parse(&format!("https://a.example/things{rest}")).expect("an address");
    in_head(&url, &[])
}

#[test]
fn headers_that_ask_for_another_method_are_found() {
    for (name, value) in [
        ("X-HTTP-Method-Override", "DELETE"),
        ("x-http-method-override", " delete "),
        ("X_HTTP_METHOD_OVERRIDE", "PUT"),
        ("X-HTTP-Method", "MERGE"),
        ("X-HTTP-Method", "anything"),
        ("X-Method-Override", "PATCH"),
        ("X-Method", "DELETE"),
        ("X-HTTP-Verb", "DELETE"),
        ("X-Verb-Override", "DELETE"),
        ("X-Rest-Method", "DELETE"),
        ("X-Original-Method", "DELETE"),
        ("X-Forwarded-Method", "POST"),
        ("HTTP-Method-Override", "GET, DELETE"),
        ("Method", "delete"),
    ] {
        let found = Some(Override::Header(name.to_owned()));
        assert_eq!(header(name, value), found, "{name}: {value}");
    }
    for (name, value) in [
        ("X-HTTP-Method-Override", "GET"),
        ("X-HTTP-Method-Override", ""),
        ("X-Payment-Method", "card"),
        ("Access-Control-Request-Method", "DELETE"),
        ("Accept", "application/json"),
        ("X-Verbosity", "3"),
    ] {
        assert_eq!(header(name, value), None, "{name}: {value}");
    }
}

#[test]
fn parameters_that_ask_for_another_method_are_found_however_they_are_encoded() {
    for rest in [
        "?_method=DELETE",
        "?a=1&_method=delete",
        "?a=1;_method=delete",
        "?%5Fmethod=%44ELETE",
        "?%255fmethod=DELETE",
        "?_METHOD=+delete+",
        "?+_method=delete",
        "?.method=delete",
        "?_method[]=delete",
        "?[method=delete",
        "?_method=anything",
        "?_HttpMethod=PATCH",
        "?http_method=PUT",
        "?httpMethod=PUT",
        "?x-http-method-override=PUT",
        "?X-HTTP-Method=MERGE",
        "?method=delete",
        "?__method=DELETE",
        "?method_override=DELETE",
        "?verb=DELETE",
        "/1;_method=DELETE",
        "/1;a=b;_method=DELETE/x",
    ] {
        let found = address(rest);
        assert!(
            matches!(found, Some(Override::Parameter(_))),
            "{rest}: {found:?}"
        );
    }
    for rest in [
        "",
        "?method=flickr.photos.search",
        "?payment_method=card",
        "?_method=get",
        "?_method",
        "?q=DELETE",
        "?shipping_method=post+office",
        "/_method=DELETE",
    ] {
        assert_eq!(address(rest), None, "{rest}");
    }
}

#[test]
fn headers_that_name_another_path_are_found() {
    for (name, value) in [
        ("X-Original-URL", "/admin/delete"),
        ("x-original-url", ""),
        ("X_ORIGINAL_URL", "/admin"),
        ("X-Rewrite-URL", "/admin?delete=1"),
        ("x-rewrite_url", "/things"),
    ] {
        let found = Some(Override::Path(name.to_owned()));
        assert_eq!(header(name, value), found, "{name}: {value}");
    }
    assert_eq!(header("X-Original-Host", "a.example"), None);
}

fn typed(content_type: &str) -> Vec<(String, String)> {
    vec![("Content-Type".to_owned(), content_type.to_owned())]
}

#[test]
fn fields_that_ask_for_another_method_are_found_in_every_kind_of_form() {
    let part = |head: &str| format!("--x\r\n{head}\r\n\r\nDELETE\r\n--x--\r\n");
    let disposition = "content-disposition: form-data; name=";
    let deep = format!(
        "{{\"a\":{}1{},\"_method\":\"DELETE\"}}",
        "[".repeat(300),
        "]".repeat(300)
    );
    for (content_type, body) in [
        (
            "application/x-www-form-urlencoded",
            "a=1&_method=DELETE".to_owned(),
        ),
        (
            "Application/X-WWW-Form-Urlencoded; charset=utf-8",
            "%5fmethod=DELETE".to_owned(),
        ),
        (
            "multipart/form-data; boundary=x",
            part(&format!("{disposition}\"_method\"")),
        ),
        (
            "multipart/form-data; boundary=x",
            part(&format!("{disposition}_method")),
        ),
        (
            "multipart/form-data; boundary=x",
            part("Content-Disposition: form-data;\r\n name=\"_method\""),
        ),
        (
            "multipart/form-data; boundary=x",
            part("Content-Disposition: form-data; name*=utf-8''%5fmethod"),
        ),
        ("application/json", "{\"_method\": \"DELETE\"}".to_owned()),
        (
            "application/json",
            "\n{\"\\u005fmethod\": \"DELETE\"}".to_owned(),
        ),
        (
            "application/vnd.api+json",
            "{\"_method\":\"GET\",\"_method\":\"PUT\"}".to_owned(),
        ),
        ("application/json", deep),
    ] {
        let searches = search_of(&typed(content_type)).expect("a clear type");
        let found = in_body(body.as_bytes(), searches);
        assert!(
            matches!(found, Some(Override::Field(_))),
            "{content_type} {body}: {found:?}"
        );
    }
    assert_eq!(search_of(&[]), Ok(Searched::ALL));
    for (content_type, body) in [
        ("application/x-www-form-urlencoded", "query=method&limit=1"),
        (
            "application/json",
            "{\"method\": \"eth_call\", \"params\": [{\"_method\": \"DELETE\"}]}",
        ),
        ("application/json", "[\"_method\"]"),
        ("application/json", "{\"query\": \"{ things { id } }\"}"),
        (
            "multipart/form-data; boundary=x",
            "--x\r\ncontent-disposition: form-data; name=\"file\"\r\n\r\nfn method()\r\n--x--",
        ),
    ] {
        let searches = search_of(&typed(content_type)).expect("a clear type");
        assert_eq!(
            in_body(body.as_bytes(), searches),
            None,
            "{content_type} {body}"
        );
    }
    for other in [
        "text/plain",
        "application/x-ndjson",
        "application/octet-stream",
    ] {
        assert_eq!(search_of(&typed(other)), Ok(&[][..]), "{other}");
    }
    let large = vec![b'a'; MAX_BYTES + 1];
    assert_eq!(
        in_body(&large, &[Searched::Form]),
        Some(Override::Unsearched)
    );
}

#[test]
fn no_header_hides_a_field_from_the_search() {
    let form = "a=1&_method=DELETE";
    let json = "{\"_method\": \"DELETE\"}";
    let part = "--urlencoded\r\ncontent-disposition: form-data; name=\"_method\"\r\n\r\nDELETE\r\n--urlencoded--";
    for (content_type, body) in [
        ("multipart/form-data; boundary=urlencoded", part),
        ("application/json; p=urlencoded", json),
        ("application/json; p=urlencoded", form),
        ("application/json; charset=utf-8", json),
        ("application/json; charset=\"UTF-8\"", json),
        ("application/json", "\u{feff}{\"_method\": \"DELETE\"}"),
        ("application/json", "{\0\"\0_\0"),
        ("text/json", json),
        ("x-www-form-urlencoded", form),
        ("application/x-www-form-urlencoded-2", form),
        ("form", part),
        ("text /plain", form),
    ] {
        let searches = search_of(&typed(content_type)).expect("a clear type");
        let found = in_body(body.as_bytes(), searches);
        assert!(
            matches!(found, Some(Override::Field(_))),
            "{content_type} {body}: {found:?}"
        );
    }
    let with = |name: &str, value: &str| {
        let mut headers = typed("application/json");
        headers.push((name.to_owned(), value.to_owned()));
        headers
    };
    for headers in [
        with("content-type", "text/plain"),
        with("Content-Type", "application/json"),
        with("Content-Encoding", "gzip"),
        with("Content_Encoding", "gzip"),
        with("content_type", "text/plain"),
        typed(""),
        typed("text/plain, application/json"),
        typed("application/json; charset=ibm037"),
        typed("application/x-www-form-urlencoded;charset=\"utf-16\""),
    ] {
        let found = search_of(&headers);
        assert!(
            matches!(found, Err(Override::Unclear(_))),
            "{headers:?}: {found:?}"
        );
    }
    assert_eq!(
        search_of(&with("content-encoding", "identity")),
        Ok(&[Searched::Json][..])
    );
}
