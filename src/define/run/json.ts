/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** As deep as evidence shows anything. */
export const evidenceDepthMax = 64
