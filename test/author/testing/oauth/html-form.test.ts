import { describe, expect, test } from 'vitest'
import { parseFirstForm } from '../../../../src/author/testing/oauth/html-form.ts'

const pageUrl = new URL('https://idp.example/sign-in/7?lang=en')
const fieldsOf = (content: string) => parseFirstForm(`<form>${content}</form>`, pageUrl)?.fields.toString()

describe('parseFirstForm()', () => {
  test('gives undefined for a page without a form', () => {
    expect(parseFirstForm('<p>Sign in</p>', pageUrl)).toBeUndefined()
  })

  test.each([
    ['<form>', 'https://idp.example/sign-in/7?lang=en', 'GET'],
    ['<form action="" method="POST">', 'https://idp.example/sign-in/7?lang=en', 'POST'],
    ["<FORM METHOD=post ACTION='confirm?a=1&amp;b=2'>", 'https://idp.example/sign-in/confirm?a=1&b=2', 'POST'],
    ['<form action="https://other.example/x">', 'https://other.example/x', 'GET'],
  ])('reads action and method of %s', (head, action, method) => {
    const form = parseFirstForm(`<main>${head}<button>Go</button></form></main>`, pageUrl)

    expect([form?.action.href, form?.method]).toEqual([action, method])
  })

  test('sends hidden and text fields, and the first button alone', () => {
    const fields =
      fieldsOf(`<input type="hidden" name="csrf" value="x&amp;y &#39;z&#x27; &euro;"><input name=user value=ada>
      <button type="button" name="help">?</button><button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button>`)

    expect(new URLSearchParams(fields)).toEqual(
      new URLSearchParams({ csrf: "x&y 'z' &euro;", user: 'ada', decision: 'allow' }),
    )
  })

  test('leaves out what a browser leaves out', () => {
    const fields = fieldsOf(
      '<input type=checkbox name=a value=1><input type=checkbox name=b checked><input type=radio name=c value=2 checked>' +
        '<input name=d disabled value=3><input value=nameless><input type=submit name=go value=Go><input type=submit name=stop>',
    )

    expect(fields).toBe('b=&c=2&go=Go')
  })
})
