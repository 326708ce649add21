/**
 * An object of which only these members are at hand. Looking for another one is a mistake of ours, and says so, where
 * otherwise something would turn out undefined later.
 */
export const having = <T extends object>(name: string, members: Partial<T>): T =>
  new Proxy(members, {
    get(target, member) {
      if (!(member in target)) throw new Error(`a reader thread has no ${name}.${String(member)}`);
      return Reflect.get(target, member) as unknown;
    },
  }) as T;
