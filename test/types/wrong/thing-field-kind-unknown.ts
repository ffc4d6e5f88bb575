// expect line 5: Type '"colour"' is not assignable to type 'FieldKind'

import { type Field, text } from '../../../src/service/fields/field.ts'

export const colour: Field = { ...text({ max: 10, description: 'A colour.' }), kind: 'colour' }
