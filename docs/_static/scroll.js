// What is wider than its frame can be scrolled by the keyboard, too: it takes the focus.

function makeReachable() {
  for (const frame of document.querySelectorAll("article pre, article .cell_output, article .scroll, article .table-wrapper, article .drawing")) {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    else frame.removeAttribute("tabindex");
  }
}

addEventListener("load", makeReachable);
addEventListener("resize", makeReachable);
