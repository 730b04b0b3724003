/** Roman numerals, as far as anything here is counted; further on, ours. */
const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"];

export function roman(number: number): string {
  return ROMAN[number] ?? String(number);
}
