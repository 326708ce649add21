/** Text in which code stands between backticks. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, i) => (i % 2 === 0 ? part : <code key={part}>{part}</code>))}</>;
}
