declare const declared: unique symbol

/** The name of an action in the audit log that `defineThing` made of a declaration: `audit-period.create`. */
export type DeclaredAction = string & { readonly [declared]: true }
