// Something asked of the server by a form or a button: one thing at a time, and what went wrong in a sentence.
import { sentence } from "./api";

export class Attempt {
  private running = $state(0);
  problem = $state<string | null>(null);

  get busy(): boolean {
    return this.running > 0;
  }

  /** Does it; false: it came to nothing, and `problem` says why, in the words of `told`. */
  async at(what: () => Promise<unknown>, told: (error: unknown) => string = sentence): Promise<boolean> {
    this.running += 1;
    this.problem = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = told(error);
      return false;
    } finally {
      this.running -= 1;
    }
  }
}
