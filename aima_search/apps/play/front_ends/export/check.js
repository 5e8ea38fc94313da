// Shows why the page does not start. A classic script: it runs even if modules do not.

(() => {
  const MODULES = ["start.js", "main.js", "ask.js", "worker.js", "sizes.js", "pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs"];
  const OTHERS = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "aima_search.zip"];
  let isShown = false;

  function explain(words) {
    if (isShown) return;
    isShown = true;
    const show = () => {
      const find = name => /** @type {HTMLElement} */ (document.getElementById(name));
      find("loading").hidden = false;
      find("loading").className = "wrong";
      find("loading-words").textContent = words;
    };
    if (document.getElementById("loading")) show();
    else addEventListener("DOMContentLoaded", show);
  }

  /** Return what is wrong with how a server sends a file, "" if nothing is wrong. */
  async function faultOf(name) {
    let response;
    try {
      response = await fetch(name, { method: "HEAD" });
      if (!response.ok) response = await fetch(name);
    } catch {
      return `The server does not answer the request for ${name}.`;
    }
    if (!response.ok) return `The server has no ${name} (status ${response.status}): the folder is not complete.`;
    const type = (response.headers.get("content-type") ?? "").split(";")[0].trim();
    if (MODULES.includes(name) && !/^(text|application)\/(x-)?(java|ecma)script$/.test(type)) {
      return `The server sends ${name} ${type ? `as ${type}` : "without a type"}, but browsers run it only as text/javascript.`;
    }
    return OTHERS.includes(name) && type === "text/html" ? `The server sends another page in place of ${name}.` : "";
  }

  /** Find and show what keeps the page from starting; show `otherwise` if the server is fine. */
  window.explainStart = async otherwise => {
    for (const name of [...MODULES, ...OTHERS]) {
      const fault = await faultOf(name);
      if (fault) return explain(fault);
    }
    return explain(otherwise);
  };

  if (location.protocol === "file:") {
    explain("This page was opened as a file, but browsers start Python only from a web server.");
  }
  addEventListener("error", event => {
    if (event.target instanceof HTMLScriptElement) window.explainStart("A script of this page could not be loaded.");
  }, true);
})();
