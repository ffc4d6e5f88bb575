import type { Field, ThingFields } from './field.ts'

/** The value of a field. */
export type ValueOf<Each> = Each extends Field<infer Value> ? Value : never

/** The names of fields that people and programs may see. */
export type ShownName<Of extends ThingFields> = {
  readonly [Name in keyof Of]: Of[Name]['access'] extends 'shown' ? Name : never
}[keyof Of] &
  string

/** The names of fields that people and programs give and nobody gets back. */
export type SecretName<Of extends ThingFields> = {
  readonly [Name in keyof Of]: Of[Name]['access'] extends 'entered' ? Name : never
}[keyof Of] &
  string

type RequiredName<Of extends ThingFields> = {
  readonly [Name in keyof Of]: Of[Name]['need'] extends 'required' ? Name : never
}[keyof Of]

/** What is stored of the fields. */
export type ValuesOf<Of extends ThingFields> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

/** What people and programs see of the fields. */
export type ShownValuesOf<Of extends ThingFields> = { readonly [Name in ShownName<Of>]: ValueOf<Of[Name]> }

/** What somebody gives to make a record. An optional field may be left out. */
export type InputOf<Of extends ThingFields> = Flat<
  { readonly [Name in RequiredName<Of>]: ValueOf<Of[Name]> } & {
    readonly [Name in Exclude<keyof Of, RequiredName<Of>>]?: ValueOf<Of[Name]> | undefined
  }
>

/** What somebody gives to change a record: what is left out stays. */
export type ChangesOf<Of extends ThingFields> = { readonly [Name in keyof Of]?: ValueOf<Of[Name]> | undefined }

/** The members in one object, as an editor shows them. */
type Flat<Parts> = { readonly [Name in keyof Parts]: Parts[Name] }
