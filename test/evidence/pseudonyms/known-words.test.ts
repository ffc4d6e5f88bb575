import { describe, expect, test } from 'vitest'
import { KnownWords } from '../../../src/evidence/pseudonyms/known-words.ts'

function know(...names: readonly string[]): KnownWords {
  const words = new KnownWords()
  for (const [at, name] of names.entries()) words.addRecord({ id: `u${at}`, name, email: `u${at}@acme.example` })
  return words
}

describe('KnownWords finds a person in the name of a role', () => {
  test.each([
    ['by a family name of two letters', 'Bo Li', 'Deputy of Li'],
    ['by a name with an ending', 'Erika Mustermann', 'Mustermanns Team'],
    ['by a name without its accents', 'José Ejémplo', 'Jose Ejemplo deputies'],
    ['by a name with accents that the record lacks', 'Jose Ejemplo', 'Vertretung José'],
    ['by names that are joined', 'Max Beispiel', 'MaxBeispiel-admins'],
    ['by names that are joined in lower case', 'Max Beispiel', 'maxbeispiel-admins'],
    ['by ß as ss', 'Jürgen Groß', 'GROSS deputies'],
    ['by a name of another script', 'Иван Петров', 'Заместитель Петрова'],
    ['amid a text without spaces', '田中太郎', '田中太郎代理'],
    ['by a part amid a text without spaces', '김민준 ', '김민준팀장'],
    ['by a name with marks', 'प्रिया शर्मा', 'प्रिया की टीम'],
    ['by letters that are composed otherwise', 'Jo\u0308rg Ha\u0308ndler', 'H\u00e4ndler'],
  ])('%s', (_, name, role) => {
    expect(know(name).isIn(role)).toBe(true)
  })

  test.each(['Administrators', 'in line', 'Linked accounts', 'team of boards', 'On-call'])('and not in %s', (role) => {
    expect(know('Bo Li', 'Max Beispiel', 'An Do').isIn(role)).toBe(false)
  })
})
