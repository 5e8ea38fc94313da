// Going through a course of steps: at a speed, one by one, or to a step that is named.
//
// A course has `step`, `last`, `isDone`, `advance(count)` and `go(step, told)`: one search, or several.

const CHUNK = 30; // milliseconds of searching that are asked for at once
const FIRST_CHUNK = 20, MOST_CHUNK = 20000; // steps
const REDRAW_EVERY = 250; // milliseconds, on the way to the end

/** Steps a second, from slow to as fast as it goes. */
export const SPEEDS = [1, 2, 5, 10, 30, 100, 300, Infinity];

/** Walks a course; `render(isSettled)` shows where it stands, `failed(error)` what went wrong. */
export class Walker {
  constructor(course, { render, failed }) {
    Object.assign(this, { course, render, failed });
    this.isPlaying = false;
    this.isHurrying = false; // to the end, where nothing but the counts is shown on the way
    this.rate = SPEEDS[2];
    this.aim = null;
    this.walk = null;
    this.playing = null;
  }

  /** Go to the end, as fast as the search goes. */
  hurry() {
    this.isHurrying = true;
    this.play();
  }

  /** Play from here; at the end, play from the start. */
  play() {
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.playing = this.run();
  }

  /** Pause; the promise is kept once nothing moves any more. */
  async pause() {
    this.isPlaying = false;
    await this.playing;
  }

  async run() {
    try {
      if (this.course.isDone) await this.course.go(0);
      await this.pull();
    } catch (error) {
      this.failed(error);
    }
    this.isPlaying = this.isHurrying = false;
    await this.settle();
  }

  /** Pull steps, a picture of them a frame, until there are no more or it is paused. */
  async pull() {
    let chunk = FIRST_CHUNK, due = 1, before = performance.now(), travel = Infinity;
    while (this.isPlaying && !this.course.isDone) {
      if (this.isHurrying) {
        await this.rush();
        continue;
      }
      const now = await frame();
      due = Math.min(due + ((now - before) / 1000) * this.rate, this.rate);
      before = now;
      const count = Math.min(Math.floor(this.rate === Infinity ? chunk : due), chunk);
      if (count < 1 || !this.isPlaying) continue;
      due -= this.rate === Infinity ? 0 : count;
      const started = performance.now();
      await this.course.advance(count);
      const took = performance.now() - started;
      travel = Math.min(travel, took);
      if (count === chunk) chunk = fitted(chunk, took - travel);
      await this.render(false);
    }
  }

  /** Pull steps one request after the other, with a look at the counts now and then. */
  async rush() {
    const started = performance.now();
    while (this.isPlaying && !this.course.isDone && performance.now() - started < REDRAW_EVERY) {
      await this.course.advance(MOST_CHUNK);
    }
    await this.render(false);
  }

  /** Go on until `move()` says that it is there, or it is paused. */
  async seek(move) {
    await this.walk;
    await this.pause();
    this.isPlaying = true;
    this.playing = this.chase(move);
    return this.playing;
  }

  async chase(move) {
    try {
      while (this.isPlaying && !(await move())) await this.render(false);
    } catch (error) {
      this.failed(error);
    }
    this.isPlaying = false;
    await this.settle();
  }

  /** Go on or back by some steps from where it stands, or is about to. */
  async by(count) {
    if (this.isPlaying) await this.pause();
    return this.to((this.aim ?? this.course.step) + count);
  }

  /** Go to a step; a newer wish takes the place of an older wish. */
  async to(step) {
    this.aim = Math.max(step, 0);
    if (this.walk) return this.walk;
    this.walk = this.follow();
    await this.walk;
  }

  async follow() {
    try {
      await this.pause();
      while (this.aim !== null) {
        const aim = this.aim;
        await this.course.go(aim, async () => {
          await this.render(false);
          return this.aim === aim;
        });
        if (this.aim === aim) this.aim = null;
      }
    } catch (error) {
      this.aim = null;
      this.failed(error);
    }
    this.walk = null;
    await this.settle();
  }

  async settle() {
    try {
      if (!this.isPlaying) await this.render(true);
    } catch (error) {
      this.failed(error);
    }
  }
}

/** Return the next chunk so that one takes about its time, the travel of a request left out. */
function fitted(chunk, milliseconds) {
  const factor = Math.min(Math.max(CHUNK / Math.max(milliseconds, 1), 0.5), 2);
  return Math.min(Math.max(Math.round(chunk * factor), FIRST_CHUNK), MOST_CHUNK);
}

/** Wait for the next picture of the screen; a hidden page gets no picture, and so asks for nothing. */
function frame() {
  return new Promise(resolve => {
    requestAnimationFrame(resolve);
  });
}
