/** Bars from left to right, the last one at the right edge; the highest fills the height. */
export function BarChart({
  bars,
  places,
}: {
  bars: readonly { readonly name: string; readonly value: number }[];
  places: number;
}) {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const first = places - bars.length;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${places * 10} 72`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Bars"
    >
      {bars.map(({ name, value }, i) => {
        const height = value === 0 ? 1 : Math.max(3, (value / highest) * 64);
        return (
          <rect
            key={name}
            class={value === 0 ? "empty" : undefined}
            x={(first + i) * 10 + 1}
            y={68 - height}
            width={8}
            height={height}
          >
            <title>{`${name}: ${value}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
