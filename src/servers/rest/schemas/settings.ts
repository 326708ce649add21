import { z } from "zod";
import { address } from "./address.ts";
import { hash256 } from "./ledgerChoice.ts";

const yes = z.boolean().optional();
const classicAddress = z.string();

const signersOf = <T extends z.ZodType>(signer: T) =>
  z.strictObject({
    threshold: z
      .int()
      .min(1)
      .max(0xffff_ffff)
      .meta({ description: "The weight that signatures need together." }),
    weights: z.array(z.strictObject({ address: signer, weight: z.int().min(1).max(0xffff) })).min(1),
  });

const descriptions = {
  disallowIncoming: "Asks senders not to send native money here. Nothing enforces it.",
  requireDestinationTag: "Payments to the account need a destination tag.",
  disableMasterKey: "The account's own key does not sign for it any more.",
  domain: "The domain that owns the account, in lowercase ASCII, as hexadecimal digits.",
  emailHash: "32 hexadecimal digits, by convention the MD5 hash of an email address.",
  tickSize: "How many significant digits the rates of offers in the account's currencies have: 3 to 15.",
  transferRate: "What a sender pays to deliver 1 of the account's currencies, for example 1.005.",
  walletLocator: "64 hexadecimal digits of the account's own choice.",
  regularKey: "The account whose key signs for this one too.",
} as const;

/** An account's settings, as they are. Only what is set is there. */
export const accountSettings = (native: string) =>
  z
    .strictObject({
      signers: signersOf(classicAddress).optional(),
      passwordSpent: yes.meta({ description: "The account has used its free SetRegularKey." }),
      [disallowIncomingOf(native)]: yes.meta({ description: descriptions.disallowIncoming }),
      requireDestinationTag: yes.meta({ description: descriptions.requireDestinationTag }),
      tickSize: z.int().optional().meta({ description: descriptions.tickSize }),
      walletLocator: z.string().optional().meta({ description: descriptions.walletLocator }),
      domain: z.string().optional().meta({ description: descriptions.domain }),
      disableMasterKey: yes.meta({ description: descriptions.disableMasterKey }),
      emailHash: z.string().optional().meta({ description: descriptions.emailHash }),
      transferRate: z.number().optional().meta({ description: descriptions.transferRate }),
      regularKey: classicAddress.optional().meta({ description: descriptions.regularKey }),
    })
    .meta({ id: "AccountSettings" });

const changes = {
  requireDestinationTag: yes.meta({ description: descriptions.requireDestinationTag }),
  requireAuthorization: yes.meta({
    description: "Others may hold the account's currencies only once authorized.",
  }),
  disableMasterKey: yes.meta({ description: descriptions.disableMasterKey }),
  defaultRipple: yes.meta({
    description: "Balances of the account's currencies pass from holder to holder.",
  }),
  depositAuth: yes.meta({ description: "Only who was authorized before may pay the account." }),
  globalFreeze: yes.meta({ description: "All balances of the account's currencies are frozen." }),
  noFreeze: z.literal(true).optional().meta({ description: "Gives up freezing, for ever." }),
  domain: z
    .string()
    .regex(/^([0-9A-Fa-f]{2}){1,256}$/)
    .nullish()
    .meta({ description: descriptions.domain }),
  emailHash: z
    .string()
    .regex(/^[0-9A-Fa-f]{32}$/)
    .nullish()
    .meta({ description: descriptions.emailHash }),
  tickSize: z.int().min(3).max(15).nullish().meta({ description: descriptions.tickSize }),
  transferRate: z.number().min(1).max(2).nullish().meta({ description: descriptions.transferRate }),
  walletLocator: hash256.nullish().meta({ description: descriptions.walletLocator }),
  regularKey: address.nullish().meta({ description: descriptions.regularKey }),
  signers: signersOf(address).nullish(),
};

/** Settings to be changed. `null` takes a value away. */
export type SettingsChange = z.output<z.ZodObject<typeof changes>> & {
  readonly disallowIncoming: boolean | undefined;
};

/** Reads settings to be changed. The one that is named after the native currency comes out without its code. */
export const settingsChange = (native: string) =>
  z
    .strictObject({
      ...changes,
      [disallowIncomingOf(native)]: yes.meta({ description: descriptions.disallowIncoming }),
    })
    .meta({ id: "SettingsChange", description: "Settings to be changed. What is null is taken away." })
    .transform((given): SettingsChange => {
      const { [disallowIncomingOf(native)]: disallowIncoming, ...others } = given as Record<string, unknown>;
      return {
        ...(others as z.output<z.ZodObject<typeof changes>>),
        disallowIncoming: disallowIncoming as boolean,
      };
    });

/** The one setting that is named after the native currency. */
export const disallowIncomingOf = (native: string): `disallowIncoming${string}` =>
  `disallowIncoming${native}`;
