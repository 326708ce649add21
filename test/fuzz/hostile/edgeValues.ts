import { canonicalAmount, maxMantissa, minMantissa } from "../../../src/protocol/amounts/canonicalAmount.ts";
import { noAccount } from "../../../src/protocol/amounts/issue.ts";
import { IssuedAmount } from "../../../src/protocol/amounts/issuedAmount.ts";
import { accountZero, badCurrency } from "../../../src/protocol/currency.ts";
import type { Field, FieldTypeName } from "../../../src/protocol/fieldTable.ts";
import type {
  AccountID,
  Amount,
  FieldValue,
  Hash256,
  Hex,
  Path,
  PathStep,
} from "../../../src/protocol/types.ts";
import type { Random } from "../random.ts";

/** What there is in a ledger, for values that mean something. */
export interface Surroundings {
  readonly accounts: readonly AccountID[];
  readonly currencies: readonly Hex[];
  /** Keys of entries: checks, channels, offers, whatever there is. */
  readonly keys: readonly Hash256[];
  readonly publicKeys: readonly Hex[];
  readonly ledgerIndex: number;
  readonly closeTime: number;
}

const randomHex = (random: Random, bytes: number): Hex => {
  let text = "";
  for (let i = 0; i < bytes; i++) text += random.below(256).toString(16).padStart(2, "0");
  return text.toUpperCase();
};

/** Values of serialized fields at the edges of what their types can hold, and some in the middle. */
export class EdgeValues {
  private readonly random: Random;
  private readonly around: Surroundings;

  constructor(random: Random, around: Surroundings) {
    this.random = random;
    this.around = around;
  }

  /** A value that the field can be serialized with; whether it makes sense is another matter. */
  of({ name, typeName }: Pick<Field, "name" | "typeName">): FieldValue {
    if (name === "TransactionType") return this.random.pick(["Payment", "SetFee", "AccountSet", "Invalid"]);
    return this.makers[typeName]();
  }

  account(): AccountID {
    const { random, around } = this;
    if (random.chance(0.7)) return random.pick(around.accounts);
    return random.pick([accountZero, noAccount, "F".repeat(40), randomHex(random, 20), ""]);
  }

  amount(): Amount {
    return this.random.chance(0.5) ? this.drops() : this.issued();
  }

  drops(): bigint {
    const { random } = this;
    if (random.chance(0.4)) return BigInt(Math.floor(random.magnitude(1, 1e11)));
    return random.pick([
      0n,
      1n,
      -1n,
      10n ** 17n,
      10n ** 17n + 1n,
      2n ** 62n - 1n,
      -(2n ** 62n - 1n),
      2n ** 53n,
      9_999_999_999n,
      1_000_000n,
      200_000n,
    ]);
  }

  issued(): Amount {
    const { random, around } = this;
    const issue = {
      currency: random.chance(0.9) ? random.pick(around.currencies) : badCurrency,
      issuer: random.chance(0.9) ? random.pick(around.accounts) : noAccount,
    };
    const sign = random.chance(0.1) ? -1n : 1n;
    if (random.chance(0.4)) {
      return canonicalAmount(
        sign * BigInt(Math.floor(random.magnitude(1, 1e9))),
        random.between(-6, 3),
        issue,
      );
    }
    const mantissa = random.pick([0n, minMantissa, maxMantissa, minMantissa + 1n, maxMantissa - 1n]);
    if (mantissa === 0n) return canonicalAmount(0n, 0, issue);
    const exponent = random.pick([-96, -95, -81, -15, -1, 0, 1, 64, 79, 80]);
    return new IssuedAmount(sign * mantissa, exponent, issue.currency, issue.issuer);
  }

  uint32(): number {
    const { random, around } = this;
    const edges = [
      0, 1, 2, 3, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff, 1_000_000_000, 2_000_000_000,
    ];
    const near = [around.ledgerIndex, around.closeTime].map((value) => value + random.between(-3, 3));
    return random.pick([...edges, ...near, (1 << random.below(32)) >>> 0, random.bits(), random.below(20)]);
  }

  blob(): Hex {
    const { random, around } = this;
    if (random.chance(0.3)) return random.pick(around.publicKeys);
    return randomHex(random, random.pick([0, 1, 4, 32, 33, 36, 64, 128, 192, 193, 256, 257, 800]));
  }

  hash(bytes: number): Hex {
    const { random, around } = this;
    if (bytes === 32 && random.chance(0.6) && around.keys.length > 0) return random.pick(around.keys);
    return random.pick(["00".repeat(bytes), "FF".repeat(bytes), randomHex(random, bytes)]);
  }

  /** Paths that go in circles, through nobody, through themselves; sometimes too many, or too long. */
  paths(): Path[] {
    const { random } = this;
    const paths = random.chance(0.1) ? random.between(5, 9) : random.between(1, 4);
    return Array.from({ length: paths }, () =>
      Array.from({ length: random.chance(0.1) ? random.between(7, 12) : random.between(1, 4) }, () =>
        this.pathStep(),
      ),
    );
  }

  private pathStep(): PathStep {
    const { random, around } = this;
    const account = random.pick(around.accounts);
    const currency = random.chance(0.2) ? accountZero : random.pick(around.currencies);
    const issuer = random.pick(around.accounts);
    return random.pick<PathStep>([
      { account },
      { currency },
      { currency, issuer },
      { issuer },
      { account, currency, issuer },
      { currency: accountZero },
      { account: this.account() || noAccount },
    ]);
  }

  private readonly makers: Readonly<Record<FieldTypeName, () => FieldValue>> = {
    UInt8: () => this.random.pick([0, 1, 2, 3, 9, 10, 15, 16, 127, 128, 255]),
    UInt16: () => this.random.pick([0, 1, 2, 8, 9, 255, 256, 0x7fff, 0xffff]),
    UInt32: () => this.uint32(),
    UInt64: () => this.random.pick([0n, 1n, 2n ** 32n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]),
    Hash128: () => this.hash(16),
    Hash160: () => this.hash(20),
    Hash192: () => this.hash(24),
    Hash256: () => this.hash(32),
    Amount: () => this.amount(),
    Blob: () => this.blob(),
    AccountID: () => this.account(),
    Vector256: () => Array.from({ length: this.random.below(4) }, () => this.hash(32)),
    PathSet: () => this.paths(),
    STObject: () => ({}),
    STArray: () => [],
  };
}
