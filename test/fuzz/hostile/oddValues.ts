import type { JsonSchema } from "../../../src/commands/command.ts";
import type { JsonValue } from "../../../src/commands/json.ts";
import { secretMembers } from "../../../src/commands/maskSecrets.ts";
import type { Random } from "../random.ts";
import { oddJson } from "./oddJson.ts";

/** Values that exist where the requests go to, by the parameter that they suit. */
export type KnownValues = Readonly<Record<string, readonly JsonValue[]>>;

/** The members of a JSON Schema that are looked at. */
interface SeenSchema {
  readonly type?: string;
  readonly enum?: readonly JsonValue[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

/**
 * What a schema asks for, nearly: some values are of wrong types, from the edges, or belong to other parameters.
 */
export class OddValues {
  private readonly random: Random;
  private readonly known: KnownValues;
  /** 0 for values as they should be, 1 for anything else. */
  private readonly oddness: number;
  private readonly named: Readonly<Record<string, JsonSchema>>;

  /** @param named the schemas that others refer to by their names */
  constructor(
    random: Random,
    known: KnownValues,
    oddness: number,
    named: Readonly<Record<string, JsonSchema>> = {},
  ) {
    this.random = random;
    this.known = known;
    this.oddness = oddness;
    this.named = named;
  }

  /** Members of an object; those that need not be there are there now and then. */
  members(schema: JsonSchema): Record<string, JsonValue> {
    const { random, oddness } = this;
    const { properties = {}, required = [] } = this.resolved(schema);
    const wanted = random.pick([0.1, 0.3, 0.6]);
    const members: Record<string, JsonValue> = {};
    for (const [name, inner] of Object.entries(properties)) {
      const isThere = random.chance(required.includes(name) ? 1 - oddness / 4 : wanted);
      if (isThere) members[name] = this.value(name, inner);
    }
    if (random.chance(oddness / 4)) members[this.anyName()] = oddJson(random);
    return members;
  }

  /** A value for a member or parameter of this name. */
  value(name: string, schema: JsonSchema): JsonValue {
    const { random, known, oddness } = this;
    if (random.chance(oddness)) {
      return random.chance(0.7) ? oddJson(random) : random.pick(random.pick(this.openValues()));
    }
    const values = known[name];
    return values !== undefined && random.chance(0.9) ? random.pick(values) : this.fitting(schema);
  }

  private anyName(): string {
    const names = ["__proto__", "id", "api_version", "ripplerpc", "hasOwnProperty"];
    return this.random.pick([...Object.keys(this.known), ...names]);
  }

  /** Those that may stand anywhere: secrets stand where they are expected. */
  private openValues(): (readonly JsonValue[])[] {
    return Object.entries(this.known).flatMap(([name, values]) => (secretMembers.has(name) ? [] : [values]));
  }

  private fitting(schema: JsonSchema): JsonValue {
    const { random } = this;
    const { type, enum: choices, anyOf, items, minimum = 0, maximum = 1000 } = this.resolved(schema);
    if (choices !== undefined) return random.pick(choices);
    if (anyOf !== undefined) return this.fitting(random.pick(anyOf));
    switch (type) {
      case "integer":
      case "number":
        return random.chance(0.5)
          ? random.pick([minimum, maximum])
          : random.between(minimum, Math.min(maximum, 1000));
      case "boolean":
        return random.chance(0.5);
      case "array":
        return Array.from({ length: random.below(4) }, () => this.fitting(items ?? {}));
      case "object":
        return this.members(schema);
      default:
        return oddJson(random);
    }
  }

  private resolved(schema: JsonSchema): SeenSchema {
    const { $ref } = schema as SeenSchema;
    if ($ref === undefined) return schema as SeenSchema;
    return (this.named[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}) as SeenSchema;
  }
}
