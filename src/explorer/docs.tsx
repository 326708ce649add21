import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type ApiDocument, operationsOf } from "./docs/apiDocument.ts";
import { OperationPanel } from "./docs/operationPanel.tsx";
import { Prose } from "./docs/prose.tsx";

/** The REST interface, to read and to try: made of the document that the server serves. */
function Documentation() {
  const [document, setDocument] = useState<ApiDocument>();
  const [token, setToken] = useState("");
  useEffect(() => {
    void fetch("/apiDocs")
      .then((response) => response.json())
      .then(setDocument);
  }, []);
  return (
    <>
      <header>
        <h1>
          <a href="/">xagd</a> REST
        </h1>
        <form onSubmit={(event) => event.preventDefault()}>
          <input
            type="password"
            autocomplete="off"
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
            placeholder="bearer token of an account that the server signs for"
            aria-label="Bearer token"
          />
        </form>
        <a href="/apiDocs">OpenAPI {document?.openapi}</a>
      </header>
      <main>
        {document !== undefined && (
          <>
            <p>
              <Prose text={document.info.description} />
            </p>
            {document.tags.map(({ name, description }) => (
              <section key={name}>
                <h2>
                  {name} <small>{description}</small>
                </h2>
                {operationsOf(document, name).map((entry) => (
                  <OperationPanel
                    key={entry.operation.operationId}
                    {...entry}
                    document={document}
                    token={token}
                  />
                ))}
              </section>
            ))}
          </>
        )}
      </main>
    </>
  );
}

render(<Documentation />, document.getElementById("page")!);
