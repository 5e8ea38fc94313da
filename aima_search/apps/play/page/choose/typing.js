// Keys of an editor of Python: Tab indents, Enter keeps the indentation.

/** Indent the line, or the selected lines; with Shift unindent. */
export function indent(event, text) {
  event.preventDefault();
  const start = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
  const end = text.selectionEnd;
  if (!event.shiftKey && text.selectionStart === end) {
    insert(text, "    ");
    return;
  }
  const block = text.value.slice(start, end);
  const moved = event.shiftKey ? block.replace(/^ {1,4}/gm, "") : block.replace(/^/gm, "    ");
  text.setSelectionRange(start, end);
  insert(text, moved);
  text.setSelectionRange(start, start + moved.length);
}

/** Begin a line with the indentation of the previous line, or a deeper indentation after a colon. */
export function breakLine(event, text) {
  event.preventDefault();
  const start = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
  const line = text.value.slice(start, text.selectionStart);
  insert(text, `\n${line.match(/^ */)[0]}${/:\s*$/.test(line) ? "    " : ""}`);
}

/** Insert text at the cursor; if the browser can, its undo can then remove the text. */
function insert(text, added) {
  if (!document.execCommand("insertText", false, added)) {
    text.setRangeText(added, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
