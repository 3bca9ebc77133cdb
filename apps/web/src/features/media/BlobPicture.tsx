import { useCallback } from 'react';

/** A picture from bytes in memory. */
export function BlobPicture({ bytes, alt, className }: { bytes: Blob; alt: string; className: string | undefined }) {
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const address = URL.createObjectURL(bytes);
      picture.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes],
  );
  return <img ref={show} className={className} alt={alt} />;
}
