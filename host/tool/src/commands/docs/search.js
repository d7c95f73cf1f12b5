// Finds the pages that have all words of the search: first those with the words in their title.
const input = document.getElementById("search");
const results = document.getElementById("results");
const MOST = 20;
const AROUND = 60;

const LOWER = PAGES.map((page) => ({ page, title: page.title.toLowerCase(), text: page.text.toLowerCase() }));

const found = (words) =>
    LOWER.map(({ page, title, text }) => {
        const isThere = words.every((word) => title.includes(word) || text.includes(word));
        const rank = words.filter((word) => title.includes(word)).length + (title === words.join(" ") ? 1 : 0);
        return { page, text, rank, isThere };
    })
        .filter((one) => one.isThere)
        .sort((one, other) => other.rank - one.rank)
        .slice(0, MOST);

const excerpt = (page, text, word) => {
    const at = Math.max(text.indexOf(word), 0);
    const start = Math.max(at - AROUND, 0);
    const end = at + word.length + AROUND;
    return (start > 0 ? "…" : "") + page.text.slice(start, end) + (end < page.text.length ? "…" : "");
};

const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    results.hidden = words.length === 0;
    if (results.hidden) {
        return;
    }
    const entries = found(words);
    for (const { page, text } of entries) {
        const entry = document.createElement("li");
        const link = document.createElement("a");
        link.href = page.file;
        link.textContent = page.title;
        const context = document.createElement("small");
        context.textContent = excerpt(page, text, words[0]);
        entry.append(link, context);
        results.append(entry);
    }
    if (entries.length === 0) {
        const entry = document.createElement("li");
        entry.textContent = "No page has these words.";
        results.append(entry);
    }
};

input.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
        input.value = "";
        show();
    } else if (event.key === "/" && document.activeElement !== input) {
        event.preventDefault();
        input.focus();
    }
});
