import { useHydrated } from '@freeor/ui/use-hydrated'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.ts'
import classes from './introduction-video.module.css'
import { Plate } from './plate.tsx'

const { howItWorks: words } = texts
const picture = { src: '/pictures/how-it-works.svg', alt: words.picture }

/** Loom is asked for nothing before the visitor presses Play. Without script there is a link to the video in its place. */
function LoomVideo({ url }: { url: string }) {
  const [isPlaying, setPlaying] = useState(false)
  const hydrated = useHydrated()
  if (isPlaying)
    return (
      <iframe
        className={classes.frame}
        src={`${url}?autoplay=1`}
        title={words.frame}
        allow="autoplay; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
      />
    )
  return (
    <>
      <Plate picture={picture} width={960} height={540} isFirst />
      <div className={classes.play}>
        {hydrated ? (
          <Button size="lg" onClick={() => setPlaying(true)}>
            {words.play}
          </Button>
        ) : (
          <a href={url.replace('/embed/', '/share/')}>{words.elsewhere}</a>
        )}
        <p>{words.served}</p>
      </div>
    </>
  )
}

/** Made for the site: the steps as slides. It has no sound, and what is on the slides is in its captions. */
function OwnVideo() {
  return (
    <video className={classes.frame} controls preload="none" poster={picture.src} aria-label={words.frame}>
      <source src="/videos/how-it-works.mp4" type="video/mp4" />
      <track kind="captions" src="/videos/how-it-works.vtt" srcLang="en" label={words.captions} />
    </video>
  )
}

/** The video on how it works: ours, until the operator has set one. */
export function IntroductionVideo({ loomUrl }: { loomUrl: string | null }) {
  return <div className={classes.video}>{loomUrl ? <LoomVideo url={loomUrl} /> : <OwnVideo />}</div>
}
