import type { Parameter } from "../command.ts";

/** A parameter that version 1 does not know: there it counts as absent. */
export const since2 = <T>(parameter: Parameter<T>, otherwise: T): Parameter<T> => ({
  read: (request, name, context) =>
    context.apiVersion === 1 ? otherwise : parameter.read(request, name, context),
  document: parameter.document,
});
