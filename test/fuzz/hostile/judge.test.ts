import { expect, test } from "vitest";
import { guarded } from "./guarded.ts";
import { Judge } from "./judge.ts";

const problemsOf = (status: number, text: string): readonly string[] => {
  const judge = new Judge();
  judge.answer("it", status, text);
  return judge.problems;
};

test.each([
  [200, '{"result":{"status":"success"}}'],
  [200, '{"result":{"error":"actNotFound","error_code":19}}'],
  [200, '[{"result":{}},{"error":"missingCommand"}]'],
  [404, '{"result":{"error":"lgrNotFound","error_code":21}}'],
  [400, "Unable to parse request"],
])("nothing is wrong with %i %s", (status, text) => expect(problemsOf(status, text)).toEqual([]));

test.each([
  [200, "not JSON"],
  [200, '{"result":{"error":"noSuchError"}}'],
  [200, '[{"result":{}},{"error":"noSuchError"}]'],
  [404, '{"result":{"error":"actNotFound","error_code":19}}'],
  [500, "Internal error"],
  [200, `{"result":{"secret":"${guarded.passphrase}"}}`],
  [400, `bad: ${guarded.token}`],
])("something is wrong with %i %s", (status, text) => expect(problemsOf(status, text)).toHaveLength(1));

test("no more is kept than anybody reads", () => {
  const judge = new Judge();
  for (let i = 0; i < 1000; i++) judge.note(String(i));
  expect(judge.hasEnough).toBe(true);
  expect(judge.problems.length).toBeLessThan(100);
});
