"use strict";
(function () {
  const root = document.documentElement;
  const theme = document.getElementById("theme");
  const isDark = () => root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const nameTheme = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
  theme.hidden = false;
  nameTheme();
  theme.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; nameTheme(); });

  const source = document.getElementById("data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const list = document.getElementById("list");
  const form = document.getElementById("filters");
  const found = document.getElementById("found");
  const more = document.getElementById("more");
  const search = document.getElementById("search");
  const selects = { k: document.getElementById("kind"), d: document.getElementById("document"), x: document.getElementById("check") };
  const TRAITS = ["style", "persona", "difficulty", "language"];
  const trait = document.getElementById("trait");
  const traitLabel = document.getElementById("trait-label");
  const checkLabel = document.getElementById("check-label");
  const FIRST = 10;
  const PAGE = 50;
  let matching = [];
  let shown = 0;

  // Text is only ever put in as text: nothing that a document or a model wrote can become markup.
  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function written(name, className, text) {
    const made = element(name, className, text);
    made.dir = "auto";
    return made;
  }
  function passage(part) {
    const figure = element("figure", "passage");
    figure.append(element("figcaption", "", part[0]));
    const quote = written("blockquote", "");
    for (const [text, marked] of part[1]) quote.append(marked ? element("mark", "", text) : document.createTextNode(text));
    figure.append(quote);
    if (part[2]) figure.append(element("p", "warn-text", part[2]));
    return figure;
  }
  function body(item) {
    const box = element("div", "body");
    const answer = written("p", "answer");
    answer.append(element("span", "label", "Answer"), document.createTextNode(" " + item.a));
    box.append(answer);
    if (item.c.length) {
      const parts = element("ol", "components");
      for (const part of item.c) parts.append(written("li", "", part));
      box.append(parts);
    }
    for (const part of item.p) box.append(passage(part));
    if (item.h.length) box.append(element("p", "where", item.h.join(" › ")));
    if (item.r.length) {
      const ratings = element("div", "ratings");
      const terms = element("dl", "");
      for (const [criterion, rating, reason, model] of item.r) {
        terms.append(element("dt", "", criterion + ": " + rating + " of 5" + (model ? " by " + model : "")), written("dd", "", reason));
      }
      ratings.append(terms);
      box.append(ratings);
    }
    const facts = Object.entries(item.f).map(([name, value]) => name + " " + value);
    if (item.v) facts.push("note: " + item.v);
    if (item.n) facts.push("number " + item.n);
    if (item.w) facts.push("written by " + item.w);
    if (facts.length) box.append(element("p", "note", facts.join(" · ")));
    return box;
  }
  function row(item) {
    const box = element("details", "item");
    const head = element("summary", "");
    const sub = element("span", "sub");
    head.append(written("span", "q", item.q));
    head.append(element("span", item.x ? "pill bad" : "pill", item.x || item.k.replace(/_/g, "-")));
    sub.append(element("span", "id", item.i.length > 20 ? item.i.slice(0, 16) : item.i), document.createTextNode("  " + item.d));
    if (item.x) { sub.append(element("br")); sub.append(written("span", "why", item.y)); }
    head.append(sub);
    box.append(head);
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(body(item)); });
    return box;
  }
  const kindOfList = () => form.elements.list.value;
  function fill(select, values, all) {
    const kept = select.value;
    select.replaceChildren(new Option(all, ""));
    for (const [value, count] of values) select.add(new Option((value.length > 60 ? "…" + value.slice(-58) : value) + " (" + count + ")", value));
    select.value = kept;
    if (select.selectedIndex < 0) select.selectedIndex = 0;
  }
  function counted(items, key) {
    const counts = new Map();
    for (const item of items) if (item[key]) counts.set(item[key], (counts.get(item[key]) || 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }
  function offerTraits(items) {
    const kept = trait.value;
    trait.replaceChildren(new Option("all styles, personas, difficulties", ""));
    for (const name of TRAITS) {
      const counts = counted(items.map((item) => item.f), name);
      if (!counts.length) continue;
      const group = document.createElement("optgroup");
      group.label = name;
      for (const [value, count] of counts) group.append(new Option(value + " (" + count + ")", name + "=" + value));
      trait.append(group);
    }
    trait.value = kept;
    if (trait.selectedIndex < 0) trait.selectedIndex = 0;
    traitLabel.hidden = trait.options.length < 2;
  }
  function hasTrait(item) {
    if (!trait.value) return true;
    const at = trait.value.indexOf("=");
    return item.f[trait.value.slice(0, at)] === trait.value.slice(at + 1);
  }
  function offer() {
    const items = data[kindOfList()];
    checkLabel.hidden = kindOfList() !== "rejected";
    if (checkLabel.hidden) selects.x.value = "";
    fill(selects.k, counted(items, "k"), "all kinds");
    fill(selects.d, counted(items, "d"), "all documents");
    fill(selects.x, counted(items, "x"), "all checks");
    offerTraits(items);
  }
  function text(item) {
    if (!item.t) item.t = [item.i, item.q, item.a, item.d, item.x, item.y, item.h.join(" ")].join("\n").toLowerCase();
    return item.t;
  }
  function show() {
    const next = matching.slice(shown, shown + (shown ? PAGE : FIRST)).map(row);
    list.append(...next);
    shown += next.length;
    more.hidden = shown >= matching.length;
    more.textContent = "Show " + Math.min(PAGE, matching.length - shown) + " more";
    found.textContent = matching.length + " of " + data[kindOfList()].length + " " + (kindOfList() === "items" ? "items" : "rejected candidates");
    return next[0];
  }
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    matching = data[kindOfList()].filter((item) =>
      Object.entries(selects).every(([key, select]) => !select.value || item[key] === select.value) &&
      hasTrait(item) &&
      words.every((word) => text(item).includes(word)));
    list.replaceChildren();
    shown = 0;
    show();
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    if (event.target === search) return; // it was followed letter by letter; a list made anew would lose the focus
    if (event.target.name === "list") offer();
    filter();
  });
  search.addEventListener("input", filter);
  more.addEventListener("click", () => { const first = show(); if (first) first.querySelector("summary").focus(); });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); search.focus(); }
    if (event.key === "Escape" && event.target === search) { search.value = ""; filter(); }
  });
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (/^q-[0-9a-f]{16}$/.test(wanted)) search.value = wanted;
  offer();
  filter();
})();
