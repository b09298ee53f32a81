// Options of spirv-run that a file names in comments, one comment or several:
//   // spirv-run: --groups 4 --buffer '0.0=uint32:iota(64)'
export function optionsInComments(text: string): string[] {
  const options: string[] = [];
  for (const comment of text.matchAll(/^\s*(?:\/\/|;)\s*spirv-run:(.*)$/gm)) options.push(...splitWords(comment[1]));
  return options;
}

// Words as a shell splits them: quotes keep spaces, and are left out.
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const c of line) {
    if (quote !== '') {
      if (c === quote) quote = '';
      else word += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      word ??= '';
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + c;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}
