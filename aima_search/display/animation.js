"use strict";
for (const figure of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll(".aima-search-animation:not([data-ready])"))) {
  figure.dataset.ready = "yes";
  const { shapes, frames, captions, seconds } = JSON.parse(figure.dataset.animation ?? "");
  const find = selector => /** @type {any} */ (figure.querySelector(selector));
  const stage = find("svg > g"), caption = find("figcaption"), place = find(".place");
  const [play, back, next] = figure.querySelectorAll("button");
  const slider = find("input");
  const last = frames.length - 1;
  let shown = 0, timer = 0; // 0: it stands still

  const show = step => {
    shown = step;
    stage.innerHTML = frames[step].map(number => shapes[number]).join("");
    caption.textContent = captions[step];
    place.textContent = `${step} / ${last}`;
    slider.value = step;
    slider.setAttribute("aria-valuetext", captions[step]);
    back.disabled = step === 0;
    next.disabled = step === last;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    caption.setAttribute("aria-live", "polite");
  };
  const start = () => {
    if (shown === last) show(0);
    play.textContent = "Pause";
    caption.setAttribute("aria-live", "off"); // nobody wants every picture read out while it plays
    timer = setInterval(() => {
      if (figure.isConnected) show(shown + 1);
      if (shown === last || !figure.isConnected) stop();
    }, 1000 * seconds);
  };
  const go = step => {
    stop();
    show(Math.min(Math.max(step, 0), last));
  };

  play.addEventListener("click", () => timer ? stop() : start());
  back.addEventListener("click", () => go(shown - 1));
  next.addEventListener("click", () => go(shown + 1));
  slider.addEventListener("input", () => go(Number(slider.value)));
  play.disabled = last === 0;
  show(0);
  find(".controls").hidden = false;
}
