import type { ComponentChildren } from "preact";

/** Names and values, one pair a line. Those without a value are left out. */
export function Fields({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <div class="panel">
      <table>
        <tbody>
          {rows
            .filter(([, value]) => value !== undefined && value !== null && value !== "")
            .map(([name, value]) => (
              <tr key={name}>
                <th>{name}</th>
                <td class="whole">{value}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is shown while there is no answer. */
export function NoAnswer({ error, what }: { error: Error | undefined; what: string }) {
  return error === undefined ? (
    <p class="faint">Looking for {what} …</p>
  ) : (
    <p class="bad">
      No {what}: {error.message}
    </p>
  );
}
