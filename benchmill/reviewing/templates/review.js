"use strict";
(function () {
  const at = (id) => document.getElementById(id);
  const keys = at("keys");
  const press = (id) => { const found = at(id); if (found) found.click(); };
  const enter = (id) => { const found = at(id); if (found) { found.scrollIntoView({ block: "nearest" }); found.focus(); } };
  const known = {
    a: () => press("accept"),
    r: () => enter("reason"),
    e: () => { const edit = at("edit"); if (edit) { edit.open = true; enter("edit-question"); } },
    n: () => enter("note"),
    u: () => press("undo"),
    j: () => press(at("next") ? "next" : "start"),
    k: () => press("previous"),
    "/": () => enter("search"),
    "?": () => keys.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "radio";
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form) {
      event.preventDefault();
      event.target.form.requestSubmit();
      return;
    }
    if (event.key === "Escape" && typing) { event.target.blur(); return; }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    const act = known[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  // A form is sent once, however often its button is pressed.
  for (const form of document.querySelectorAll("form[method=post]")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "yes";
    });
  }
  window.addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });

  const text = at("text");
  const quote = at("quote");
  if (text && quote) {
    document.addEventListener("selectionchange", () => {
      const chosen = document.getSelection();
      if (chosen.rangeCount && text.contains(chosen.anchorNode) && text.contains(chosen.focusNode)) {
        const words = chosen.toString();
        if (words.trim()) quote.value = words;
      }
    });
  }
})();
