import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { FrameworkLines } from '../../controls/pages/framework-lines.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'

/** How things stand with each framework. It comes after the page, because to judge all of them takes longer than the rest. */
export function Frameworks() {
  const texts = useTexts()
  const { base } = useFrame()
  return (
    <Sheet id="by-framework" title={texts.controls.frameworks}>
      <div id="frameworks" data-load={`${base}/frameworks`}>
        <FrameworkLines of={frameworkIds.map((id) => ({ id }))} />
      </div>
    </Sheet>
  )
}
