import { useState } from "preact/hooks";
import {
  type ApiDocument,
  descriptionOf,
  type OperationEntry,
  type Parameter,
  sampleFor,
  wordsFor,
} from "./apiDocument.ts";
import { Prose } from "./prose.tsx";
import { SchemaTree } from "./schemaTree.tsx";
import { type Reply, requestOf, send } from "./tryOperation.ts";

interface Properties extends OperationEntry {
  readonly document: ApiDocument;
  readonly token: string;
}

/** One operation: what it takes and gives, and a form to try it. */
export function OperationPanel(properties: Properties) {
  const { path, method, operation } = properties;
  return (
    <details class="panel operation">
      <summary>
        <b class="mono">{method}</b> <span class="mono">{path}</span>{" "}
        <span class="faint">{operation.summary}</span>
      </summary>
      {operation.description !== undefined && (
        <p>
          <Prose text={operation.description} />
        </p>
      )}
      <Trial {...properties} />
      <Responses {...properties} />
    </details>
  );
}

function Trial({ path, method, operation, document, token }: Properties) {
  const bodySchema = operation.requestBody?.content["application/json"].schema;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(
    bodySchema === undefined ? undefined : JSON.stringify(sampleFor(bodySchema, document), undefined, 2),
  );
  const [reply, setReply] = useState<Reply>();
  const takesToken = operation.security !== undefined && token !== "";
  const request = requestOf({ path, method, operation }, values, body, takesToken ? token : undefined);
  const submit = async (event: Event) => {
    event.preventDefault();
    setReply(await send(request));
  };
  return (
    <form onSubmit={submit}>
      <table>
        <tbody>
          {(operation.parameters ?? []).map((parameter) => (
            <ParameterRow
              key={parameter.name}
              parameter={parameter}
              document={document}
              value={values[parameter.name] ?? ""}
              onValue={(value) => setValues({ ...values, [parameter.name]: value })}
            />
          ))}
        </tbody>
      </table>
      {bodySchema !== undefined && (
        <>
          <textarea
            rows={Math.min(16, body!.split("\n").length + 1)}
            value={body}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
            aria-label="Body"
            spellcheck={false}
          />
          <details>
            <summary class="faint">What the body may have</summary>
            <SchemaTree schema={bodySchema} document={document} />
          </details>
        </>
      )}
      <p>
        <button type="submit">Send</button> <span class="mono faint whole">{request.address}</span>
      </p>
      {reply !== undefined && (
        <>
          <p>
            <b class={reply.status < 300 ? "good" : "bad"}>{reply.status}</b>{" "}
            <span class="faint">{reply.milliseconds.toFixed(1)} ms</span>{" "}
            <span class="mono faint whole">{reply.headers}</span>
          </p>
          <pre>{reply.body}</pre>
        </>
      )}
    </form>
  );
}

interface RowProperties {
  readonly parameter: Parameter;
  readonly document: ApiDocument;
  readonly value: string;
  onValue(value: string): void;
}

function ParameterRow({ parameter, document, value, onValue }: RowProperties) {
  const { name, required, schema } = parameter;
  const description = parameter.description ?? descriptionOf(schema, document);
  return (
    <tr>
      <td class="mono">
        {name}
        {required && <span class="bad"> *</span>}
      </td>
      <td>
        <input
          value={value}
          required={required}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
          aria-label={name}
        />
        <div class="faint">
          <Prose text={`${wordsFor(schema, document)}. ${description}`} />
        </div>
      </td>
    </tr>
  );
}

function Responses({ operation, document }: Properties) {
  return (
    <>
      {Object.entries(operation.responses).map(([status, { description, content }]) => (
        <details key={status}>
          <summary>
            <b class={status === "200" ? "good" : "bad"}>{status}</b> <span class="faint">{description}</span>
          </summary>
          <SchemaTree schema={content["application/json"].schema} document={document} />
        </details>
      ))}
    </>
  );
}
