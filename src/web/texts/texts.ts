export type Texts = any
