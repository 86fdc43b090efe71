import { type ReactNode, useEffect, useRef } from 'react';
import { type Layout, placeOnStage } from '../rules/place.ts';
import classes from './overlay-stage.module.css';

type Props = {
  /** Describes the picture for those who don't see it. */
  label: string;
  picture: Blob | undefined;
  /** Height by width of the picture. */
  aspect: number;
  layout: Layout;
  opacityPercent: number;
  /** Stands in the middle while there is no picture. */
  children?: ReactNode;
};

/** A frame of 16:9 with the picture where and as strong as it is going to be. */
export function OverlayStage({ label, picture, aspect, layout, opacityPercent, children }: Props) {
  const image = usePicture(picture);
  const place = placeOnStage(layout, aspect);
  return (
    <div className={classes.stage} role="img" aria-label={label}>
      {picture === undefined ? (
        <span className={classes.none}>{children}</span>
      ) : (
        <img
          ref={image}
          alt=""
          className={classes.picture}
          style={{
            left: `${place.left}%`,
            top: `${place.top}%`,
            width: `${place.width}%`,
            height: `${place.height}%`,
            opacity: Math.min(1, Math.max(0.01, opacityPercent / 100)),
          }}
        />
      )}
    </div>
  );
}

/** Shows bytes in memory, under an address that lasts as long as they are drawn. */
function usePicture(picture: Blob | undefined) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (picture === undefined || image.current === null) return undefined;
    const url = URL.createObjectURL(picture);
    image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return image;
}
