/** Longest pause between two characters of a scanner, in milliseconds; people are slower over several characters. */
const Pause = 50;
/** Codes are at least this long. */
const Shortest = 4;

/** Recognises a scanner by its speed: a burst of characters that Enter ends. */
export class Burst {
  private text = '';
  private last = 0;

  /** A key at an instant in milliseconds; answers the code when it ended one. */
  press(key: string, at: number): string | null {
    const quick = at - this.last <= Pause;
    this.last = at;
    if (key === 'Enter') {
      const code = quick && this.text.length >= Shortest ? this.text : null;
      this.text = '';
      return code;
    }
    if (key.length !== 1) {
      // Scanners press Shift for capitals; any other key is a person's.
      if (key !== 'Shift') {
        this.text = '';
      }
      return null;
    }
    this.text = (quick ? this.text : '') + key;
    return null;
  }

  /** The burst so far, to be taken out of a cell that it was typed into. */
  get length(): number {
    return this.text.length;
  }
}
