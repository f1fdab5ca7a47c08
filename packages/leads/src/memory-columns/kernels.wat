;; Conditions on one block of a column, and the arithmetic of their results. A result is a bitmap: bit i of it says
;; whether row i of the block holds. `$n` rows are a multiple of 16, `$bytes` a multiple of 16. Numbers are unsigned.
;; kernels.wasm is made of this text by `npm run generate:kernels`.
(module
  (import "env" "memory" (memory 1 65536 shared))

  ;; lo <= cell <= hi, cells of 8 bits
  (func (export "range8") (param $at i32) (param $n i32) (param $lo i32) (param $hi i32) (param $out i32)
    (local $end i32) (local $a v128) (local $low v128) (local $high v128)
    (local.set $low (i8x16.splat (local.get $lo)))
    (local.set $high (i8x16.splat (local.get $hi)))
    (local.set $end (i32.add (local.get $at) (local.get $n)))
    (loop $next
      (local.set $a (v128.load (local.get $at)))
      (i32.store16 (local.get $out) (i8x16.bitmask (v128.and
        (i8x16.ge_u (local.get $a) (local.get $low))
        (i8x16.le_u (local.get $a) (local.get $high)))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; lo <= cell <= hi, cells of 16 bits
  (func (export "range16") (param $at i32) (param $n i32) (param $lo i32) (param $hi i32) (param $out i32)
    (local $end i32) (local $a v128) (local $b v128) (local $low v128) (local $high v128)
    (local.set $low (i16x8.splat (local.get $lo)))
    (local.set $high (i16x8.splat (local.get $hi)))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 1))))
    (loop $next
      (local.set $a (v128.load (local.get $at)))
      (local.set $b (v128.load offset=16 (local.get $at)))
      (i32.store16 (local.get $out) (i8x16.bitmask (i8x16.narrow_i16x8_s
        (v128.and (i16x8.ge_u (local.get $a) (local.get $low)) (i16x8.le_u (local.get $a) (local.get $high)))
        (v128.and (i16x8.ge_u (local.get $b) (local.get $low)) (i16x8.le_u (local.get $b) (local.get $high))))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end)))))

  ;; lo <= cell <= hi, cells of 32 bits
  (func (export "range32") (param $at i32) (param $n i32) (param $lo i32) (param $hi i32) (param $out i32)
    (local $end i32) (local $a v128) (local $b v128) (local $low v128) (local $high v128)
    (local.set $low (i32x4.splat (local.get $lo)))
    (local.set $high (i32x4.splat (local.get $hi)))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 2))))
    (loop $next
      (local.set $a (v128.load (local.get $at)))
      (local.set $b (v128.load offset=16 (local.get $at)))
      (i32.store8 (local.get $out) (i32.or
        (i32x4.bitmask (v128.and (i32x4.ge_u (local.get $a) (local.get $low)) (i32x4.le_u (local.get $a) (local.get $high))))
        (i32.shl
          (i32x4.bitmask (v128.and (i32x4.ge_u (local.get $b) (local.get $low)) (i32x4.le_u (local.get $b) (local.get $high))))
          (i32.const 4))))
      (local.set $out (i32.add (local.get $out) (i32.const 1)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end)))))

  ;; lo <= cell <= hi, cells of Float64; NaN is never within
  (func (export "range64") (param $at i32) (param $n i32) (param $lo f64) (param $hi f64) (param $out i32)
    (local $end i32) (local $bits i32) (local $i i32) (local $a v128) (local $low v128) (local $high v128)
    (local.set $low (f64x2.splat (local.get $lo)))
    (local.set $high (f64x2.splat (local.get $hi)))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 3))))
    (loop $next
      (local.set $bits (i32.const 0))
      (local.set $i (i32.const 0))
      (loop $pair
        (local.set $a (v128.load (i32.add (local.get $at) (i32.shl (local.get $i) (i32.const 3)))))
        (local.set $bits (i32.or (local.get $bits) (i32.shl
          (i64x2.bitmask (v128.and (f64x2.ge (local.get $a) (local.get $low)) (f64x2.le (local.get $a) (local.get $high))))
          (local.get $i))))
        (br_if $pair (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 2))) (i32.const 8))))
      (i32.store8 (local.get $out) (local.get $bits))
      (local.set $out (i32.add (local.get $out) (i32.const 1)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end)))))

  ;; Whether the byte of the table at the cell is 1; cells of 8 bits
  (func (export "in8") (param $at i32) (param $n i32) (param $table i32) (param $out i32)
    (local $end i32) (local $bits i32) (local $i i32)
    (local.set $end (i32.add (local.get $at) (local.get $n)))
    (loop $next
      (local.set $bits (i32.const 0))
      (local.set $i (i32.const 0))
      (loop $cell
        (local.set $bits (i32.or (local.get $bits) (i32.shl
          (i32.load8_u (i32.add (local.get $table) (i32.load8_u (i32.add (local.get $at) (local.get $i)))))
          (local.get $i))))
        (br_if $cell (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 16))))
      (i32.store16 (local.get $out) (local.get $bits))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; The same, cells of 16 bits
  (func (export "in16") (param $at i32) (param $n i32) (param $table i32) (param $out i32)
    (local $end i32) (local $bits i32) (local $i i32)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 1))))
    (loop $next
      (local.set $bits (i32.const 0))
      (local.set $i (i32.const 0))
      (loop $cell
        (local.set $bits (i32.or (local.get $bits) (i32.shl
          (i32.load8_u (i32.add (local.get $table)
            (i32.load16_u (i32.add (local.get $at) (i32.shl (local.get $i) (i32.const 1))))))
          (local.get $i))))
        (br_if $cell (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 16))))
      (i32.store16 (local.get $out) (local.get $bits))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end)))))

  (func (export "and") (param $a i32) (param $b i32) (param $out i32) (param $bytes i32) (local $end i32)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $next
      (v128.store (local.get $out) (v128.and (v128.load (local.get $a)) (v128.load (local.get $b))))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 16))) (local.get $end)))))

  (func (export "or") (param $a i32) (param $b i32) (param $out i32) (param $bytes i32) (local $end i32)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $next
      (v128.store (local.get $out) (v128.or (v128.load (local.get $a)) (v128.load (local.get $b))))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 16))) (local.get $end)))))

  (func (export "not") (param $a i32) (param $out i32) (param $bytes i32) (local $end i32)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $next
      (v128.store (local.get $out) (v128.not (v128.load (local.get $a))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 16))) (local.get $end)))))

  ;; How many bits are set in both
  (func (export "countBoth") (param $a i32) (param $b i32) (param $bytes i32) (result i32)
    (local $end i32) (local $count i64)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $next
      (local.set $count (i64.add (local.get $count)
        (i64.popcnt (i64.and (i64.load (local.get $a)) (i64.load (local.get $b))))))
      (local.set $b (i32.add (local.get $b) (i32.const 8)))
      (br_if $next (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 8))) (local.get $end))))
    (i32.wrap_i64 (local.get $count))))
