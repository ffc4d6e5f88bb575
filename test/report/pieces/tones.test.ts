import { expect, test } from 'vitest'
import { computeContrast, deriveTones, isColour } from '../../../src/report/pieces/tones.ts'

const grounds = { light: ['#faf9f7', '#ffffff', '#f4f2ee'], dark: ['#151413', '#1d1b1a', '#262422'] } as const

test('deriveTones() of any colour gives text that is readable on every background of both themes', () => {
  const channels = ['00', '33', '80', 'cc', 'ff']
  const colours = channels.flatMap((red) =>
    channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
  )

  const worst = colours.flatMap((colour) => {
    const tones = deriveTones(colour)
    return (['light', 'dark'] as const).flatMap((theme) =>
      grounds[theme].map((ground) => computeContrast(tones[theme], ground)),
    )
  })

  expect(worst).toHaveLength(750)
  expect(Math.min(...worst)).toBeGreaterThanOrEqual(4.5)
})

test('deriveTones() leaves a colour alone that is readable already, and keeps the hue of one that is not', () => {
  expect(deriveTones('#1d5a9e').light).toBe('#1d5a9e')
  expect(deriveTones('#8fbcf0').dark).toBe('#8fbcf0')

  const yellow = deriveTones('#ffe600')
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(yellow.light.slice(at, at + 2), 16))

  expect(yellow.dark).toBe('#ffe600')
  expect(red).toBeGreaterThan(blue + 50)
  expect(green).toBeGreaterThan(blue + 50)
})

test('computeContrast() gives the figures of WCAG', () => {
  expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
})

test('isColour() takes six digits and nothing that could end a style', () => {
  expect(isColour('#1D5A9E')).toBe(true)
  for (const text of ['red', '#fff', '1d5a9e', '#1d5a9e;', '#1d5a9e}', '#1d5a9g', '#1d5a9e\n'])
    expect(isColour(text), text).toBe(false)
})
