// The tiles and seats that a problem concerns, marked as long as nobody has touched them since it was named. The words
// stand once, in the list above; a marked button points there.

export class Marks {
  #problems = null;
  #marked = new Set();

  // `concerned(problem)` gives the buttons of one.
  show(problems, concerned) {
    if (problems === this.#problems) return;
    this.drop([...this.#marked]);
    this.#problems = problems;
    for (const [index, problem] of problems.entries()) this.#mark(concerned(problem), `problem-${index}`);
  }

  drop(buttons) {
    for (const button of buttons) {
      this.#marked.delete(button);
      button.removeAttribute("aria-invalid");
      button.removeAttribute("aria-describedby");
    }
  }

  #mark(buttons, id) {
    for (const button of buttons) {
      this.#marked.add(button);
      button.setAttribute("aria-invalid", "true");
      button.setAttribute("aria-describedby", id);
    }
  }
}
