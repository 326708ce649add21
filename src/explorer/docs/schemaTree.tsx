import { type ApiDocument, descriptionOf, nameOf, resolved, type Schema, wordsFor } from "./apiDocument.ts";
import { Prose } from "./prose.tsx";

interface Properties {
  readonly schema: Schema;
  readonly document: ApiDocument;
  /** How deep the tree is here: further down it is only opened on request. */
  readonly depth?: number;
}

/** The members of an object's schema, or its alternatives; of anything else, the words for it. */
export function SchemaTree({ schema, document, depth = 0 }: Properties) {
  const { description, anyOf, properties, required = [], items } = resolved(schema, document);
  const inner = items === undefined ? undefined : resolved(items, document);
  if (inner?.properties !== undefined) return <SchemaTree schema={inner} document={document} depth={depth} />;
  if (anyOf?.some((one) => resolved(one, document).properties !== undefined)) {
    return (
      <>
        {anyOf.map((one, i) => (
          <div key={nameOf(one) ?? i}>
            <p class="faint">{i === 0 ? "Either" : "or"}</p>
            <SchemaTree schema={one} document={document} depth={depth} />
          </div>
        ))}
      </>
    );
  }
  return (
    <>
      {description !== undefined && (
        <p class="faint">
          <Prose text={description} />
        </p>
      )}
      {properties === undefined ? (
        <p class="mono">{wordsFor(schema, document)}</p>
      ) : (
        <table>
          <tbody>
            {Object.entries(properties).map(([name, property]) => (
              <tr key={name}>
                <td class="mono">
                  {name}
                  {required.includes(name) && <span class="bad"> *</span>}
                </td>
                <td>
                  <Member schema={property} document={document} depth={depth + 1} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Member({ schema, document, depth = 0 }: Properties) {
  const { properties, items, anyOf } = resolved(schema, document);
  const hasMembers = [properties, items && resolved(items, document).properties, anyOf].some(
    (one) => one !== undefined,
  );
  const text = `${nameOf(schema) ?? wordsFor(schema, document)}. ${descriptionOf(schema, document)}`;
  const words = <Prose text={text} />;
  if (!hasMembers || depth > 6) return <span class="faint">{words}</span>;
  return (
    <details>
      <summary class="faint">{words}</summary>
      <SchemaTree schema={schema} document={document} depth={depth} />
    </details>
  );
}
