import type { Info } from '../../api/types';

export type FileFault = 'unsupported' | 'too_large' | 'empty';

/** Why the server would refuse a file, found before a byte of it is sent; null where it may go. */
export function faultOf(
  file: { name: string; size: number },
  info: Pick<Info, 'media_types' | 'upload_limit_bytes'>,
): FileFault | null {
  const ending = /\.[^.]+$/.exec(file.name)?.[0].toLowerCase() ?? '';
  if (!info.media_types.includes(ending)) return 'unsupported';
  if (file.size === 0) return 'empty';
  if (file.size > info.upload_limit_bytes) return 'too_large';
  return null;
}
