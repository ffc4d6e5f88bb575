/**
 * The object without its members that are undefined, for places where having a member says something: headers, queries,
 * and options of libraries. JSON leaves such members out by itself.
 */
export function omitUndefined<Members extends object>(members: Members): WithoutUndefined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Members>
}

/** Members that may be undefined are optional; a record of them is one of what is defined. */
export type WithoutUndefined<Members> = {
  [name in keyof Members as IsOptional<Members, name> extends true ? never : name]: Exclude<Members[name], undefined>
} & {
  [name in keyof Members as IsOptional<Members, name> extends true ? name : never]?: Exclude<Members[name], undefined>
}

type IsOptional<Members, name extends keyof Members> = string extends name
  ? false
  : undefined extends Members[name]
    ? true
    : false
