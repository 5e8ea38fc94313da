// Walking through a sequence of steps (a course): at a speed, one by one, or to a given step.
//
// A course has `step`, `at`, `last`, `isDone`, and `go(request)`, which returns everything that is drawn.

const BEAT = 100; // milliseconds between two pictures
const HURRY = 250; // milliseconds of searching per request while it runs to the end
const FEW = 20; // steps that one request usually does
const END = 2 ** 50; // a step that no search reaches

/** Steps per second, from slow to full speed. */
export const SPEEDS = [1, 2, 5, 10, 30, 100, 300, Infinity];

/**
 * Walks a course, one motion at a time: a newer motion takes the place of an older one.
 *
 * `wants(isSettled)` returns what an answer is to show, and `draw(answer, isSettled)` shows it; `failed(error)` is called
 * if something goes wrong; `ready()` opens a course if there is none, and returns whether the press still counts.
 */
export class Walker {
  /**
   * @param {{wants: (isSettled: boolean) => any, draw: (answer: any, isSettled: boolean) => void, failed: (error: unknown) => void,
   *   ready?: () => any}} options
   */
  constructor({ wants, draw, failed, ready = () => false }) {
    this.wants = wants;
    this.draw = draw;
    this.failed = failed;
    this.ready = ready;
    /** @type {any} the Course that it walks, or null */
    this.course = null;
    /** @type {Motion | null} */
    this.motion = null;
    /** @type {Promise<void> | null} */
    this.walking = null;
    this.rate = SPEEDS[2];
    this.drawnAt = this.took = 0;
    /** @type {(value?: any) => void} */
    this.wake = () => {};
  }

  /** Walk another course, or none (null); all motions of the last course end. */
  take(course) {
    Object.assign(this, { course, motion: null, walking: null });
    this.wake();
  }

  get isPlaying() {
    return this.motion !== null && this.motion.to === undefined;
  }

  /** Whether it runs to the end; until then only the counts are shown. */
  get isHurrying() {
    return this.motion?.isHurry ?? false;
  }

  /** Run to the end at full speed. */
  hurry() {
    return this.walk({ isHurry: true });
  }

  /** Play from here; at the end, play from the start. */
  async play() {
    if (this.course?.isDone) await this.to(0);
    return this.walk({});
  }

  /** Stop; the promise resolves when everything is shown. */
  pause() {
    return this.motion && this.walk(null);
  }

  /** Show everything at the current step. */
  show() {
    return this.walk(this.motion);
  }

  /** Go to the next step with an event; return the event, or null if another motion came first. */
  async jump(jump) {
    if (this.course === null && !await this.ready()) return null;
    /** @type {Motion} */
    const motion = { jump, event: null };
    const { course } = this;
    await this.walk(motion);
    return this.course === course ? motion.event : null;
  }

  /** Go forward or back by some steps, from the current step or from the target of the current motion. */
  async by(count) {
    if (this.course === null && !await this.ready()) return undefined;
    while (this.motion?.jump) await this.walking; // its target is not known before it ends
    const { course } = this;
    return this.to((this.motion?.to ?? (count < 0 ? course?.step : course?.at) ?? -1) + count);
  }

  to(step) {
    return this.walk({ to: Math.max(step, 0) });
  }

  async walk(motion) {
    if (this.course === null && !await this.ready()) return;
    if (this.course === null) return;
    this.motion = motion;
    this.wake();
    this.walking ??= this.follow(this.course);
    await this.walking;
  }

  /** Do one motion after the other, and show everything at their end. */
  async follow(course) {
    try {
      for (let isSettled = false; this.course === course && !(isSettled && this.motion === null);) {
        isSettled = this.motion ? await this.stride(course, this.motion) : await this.goAndDraw(course, { show: this.wants(true) });
      }
    } catch (error) {
      if (this.course === course) this.motion = null;
      this.failed(error);
    }
    if (this.course === course) this.walking = null; // the next motion starts a new loop
  }

  /** Do a part of a motion; return whether everything at its end is shown. */
  async stride(course, motion) {
    const { to, isHurry, jump } = motion;
    if (jump) return this.goAndDraw(course, { jump, show: this.wants(false) }, motion);
    if (isHurry) return this.goAndDraw(course, { step: END, patience: HURRY, show: this.wants(false) }, motion);
    if (to !== undefined) {
      const isNear = to <= course.last + FEW;
      return this.goAndDraw(course, { step: to, show: this.wants(isNear) }, motion, isNear);
    }
    const count = await this.beat();
    return this.motion === motion && this.goAndDraw(course, { step: course.at + count, show: this.wants(false) }, motion);
  }

  /**
   * Move the course and draw its answer; return whether all of the answer is drawn.
   *
   * @param {Course} course
   * @param {any} request
   * @param {Motion | null} motion
   */
  async goAndDraw(course, request, motion = null, isWhole = motion === null) {
    const started = performance.now();
    const answer = await course.go(request);
    if (this.course !== course) return false; // another course was taken meanwhile
    const { to = Infinity, jump } = motion ?? {};
    const isThere = jump ? answer.event !== null : course.isDone || course.at >= to || to <= course.last;
    if (motion && jump && isThere) motion.event = answer.event;
    if (this.motion === motion && isThere) this.motion = null;
    this.took = performance.now() - started;
    this.drawnAt = performance.now();
    const isSettled = isWhole && this.motion === null && (motion === null || isThere);
    this.draw(answer, isSettled);
    return isSettled;
  }

  /** Wait until the next picture is due; return the number of steps up to it. */
  async beat() {
    const due = this.drawnAt + Math.max(1000 / this.rate, BEAT, 2 * this.took);
    await Promise.race([pause(due - performance.now()), new Promise(wake => {
      this.wake = wake;
    })]);
    await frame();
    const passed = Math.min(performance.now() - this.drawnAt, 1000);
    return this.rate === Infinity ? END : Math.max(Math.round((passed / 1000) * this.rate), 1);
  }
}

/** Wait for some milliseconds. */
export const pause = milliseconds => new Promise(resolve => {
  setTimeout(resolve, milliseconds);
});

/** Wait for the next picture of the screen; a hidden page gets no picture, and so asks for nothing. */
const frame = () => new Promise(resolve => {
  requestAnimationFrame(resolve);
});
