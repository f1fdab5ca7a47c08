;; Rows of a delimited file whose cells need nothing but to be copied: see plain-rows.ts, which says what lies where.
;; plain-rows.wasm is made of this text by `npm run generate:kernels`.
(module
  (import "env" "memory" (memory 2))

  ;; Writes the cells of rows from $pos behind those that the columns have, until a row is not plain, does not end before
  ;; $end, or a column has no room. Gives the number of rows; where the next one begins stands at 0, and at 4 whether it was
  ;; room that was missing. Zeros follow the input: no plain row has one, so no cell goes on beyond the end.
  (func (export "scan")
    (param $pos i32) (param $end i32) (param $number f64)
    (param $delimiter i32) (param $columns i32) (param $quoted i32) (param $words i32) (result i32)
    (local $rows i32) (local $at i32) (local $p i32) (local $first i32) (local $start i32) (local $limit i32)
    (local $column i32) (local $slot i32) (local $blanks i32) (local $byte i32) (local $stop i32) (local $isQuote i32)
    (local $bits i32) (local $next i32) (local $length i32) (local $marks i32) (local $isFull i32) (local $tail i32)
    (local $a v128) (local $stops v128) (local $quotes v128)
    (local $control v128) (local $backslash v128) (local $ampersand v128) (local $delimiters v128)
    (local.set $control (i8x16.splat (i32.const 14)))
    (local.set $backslash (i8x16.splat (i32.const 92)))
    (local.set $ampersand (i8x16.splat (i32.const 38)))
    (local.set $quotes (i8x16.splat (i32.const 34)))
    (local.set $delimiters (i8x16.splat (local.get $delimiter)))
    (local.set $tail (i32.add (i32.const 32768) (i32.shl (local.get $columns) (i32.const 2))))
    (block $other
      (loop $row
        (br_if $other (i32.ge_u (local.get $pos) (local.get $end)))
        (br_if $other (local.tee $isFull (i32.gt_u
          (i32.load (i32.const 34816)) (i32.load (i32.const 43008)))))
        (local.set $column (i32.const 0))
        (local.set $slot (i32.const 32768))
        (local.set $blanks (i32.const 0))
        (local.set $at (local.get $pos))
        (loop $cell
          ;; A byte for the length, and the text behind it.
          (local.set $first (i32.load (local.get $slot)))
          (local.set $limit (i32.load offset=8192 (local.get $slot)))
          (local.set $start (local.tee $p (i32.add (local.get $first) (i32.const 1))))
          (loop $space
            (if (i32.eq (local.tee $byte (i32.load8_u (local.get $at))) (i32.const 32)) (then
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br $space))))
          ;; A no-break space is trimmed as a space is.
          (br_if $other (i32.and (i32.eq (local.get $byte) (i32.const 0xc2))
            (i32.eq (i32.load8_u offset=1 (local.get $at)) (i32.const 0xa0))))
          (local.set $isQuote (i32.and (local.get $quoted) (i32.eq (local.get $byte) (i32.const 34))))
          (if (local.get $isQuote) (then
            (local.set $stop (i32.const 34))
            (local.set $stops (local.get $quotes))
            (loop $inner
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br_if $inner (i32.eq (i32.load8_u (local.get $at)) (i32.const 32)))))
          (else
            (local.set $stop (local.get $delimiter))
            (local.set $stops (local.get $delimiters))))

          ;; The cell's text, 16 bytes at a time.
          (block $ended
            (loop $piece
              (br_if $other (local.tee $isFull (i32.gt_u (local.get $p) (local.get $limit))))
              (local.set $a (v128.load (local.get $at)))
              (v128.store (local.get $p) (local.get $a))
              (local.set $bits (i8x16.bitmask (v128.or
                (v128.or (i8x16.lt_u (local.get $a) (local.get $control)) (i8x16.eq (local.get $a) (local.get $stops)))
                (v128.or (i8x16.eq (local.get $a) (local.get $backslash))
                  (i8x16.eq (local.get $a) (local.get $ampersand))))))
              (local.set $next (select (i32.ctz (local.get $bits)) (i32.const 16) (local.get $bits)))
              (local.set $p (i32.add (local.get $p) (local.get $next)))
              (local.set $at (i32.add (local.get $at) (local.get $next)))
              (br_if $piece (i32.eqz (local.get $bits)))
              (br_if $ended (i32.eq (local.tee $byte (i32.load8_u (local.get $at))) (local.get $stop)))
              (br_if $ended (i32.and (i32.eq (local.get $byte) (i32.const 10)) (i32.eqz (local.get $isQuote))))
              (br_if $ended (i32.and (i32.eq (local.get $byte) (i32.const 13)) (i32.eqz (local.get $isQuote))))
              (br_if $other (i32.or (i32.eqz (local.get $byte)) (i32.eq (local.get $byte) (i32.const 92))))
              (br_if $other (i32.or (i32.eq (local.get $byte) (i32.const 9)) (i32.eq (local.get $byte) (i32.const 10))))
              (br_if $other (i32.eq (local.get $byte) (i32.const 13)))
              ;; An ampersand that no semicolon follows soon is no character reference.
              (if (i32.eq (local.get $byte) (i32.const 38)) (then
                (local.set $next (i32.const 1))
                (loop $reference
                  (br_if $other (i32.eq
                    (i32.load8_u (i32.add (local.get $at) (local.get $next))) (i32.const 59)))
                  (br_if $reference (i32.lt_u
                    (local.tee $next (i32.add (local.get $next) (i32.const 1))) (i32.const 12))))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (local.set $p (i32.add (local.get $p) (i32.const 1)))
              (br $piece)))

          ;; What ends the cell: after a quote, the byte behind it.
          (if (local.get $isQuote) (then
            (local.set $byte (i32.load8_u
              (local.tee $at (i32.add (local.get $at) (i32.const 1)))))))
          (if (i32.ne (local.get $byte) (local.get $delimiter)) (then
            (if (i32.eq (local.get $byte) (i32.const 13)) (then
              (local.set $byte (i32.load8_u
                (local.tee $at (i32.add (local.get $at) (i32.const 1)))))))
            (br_if $other (i32.ne (local.get $byte) (i32.const 10)))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))

          ;; The text without spaces at its end.
          (block $trimmed
            (loop $trim
              (br_if $trimmed (i32.eq (local.get $p) (local.get $start)))
              (br_if $trimmed (i32.ne (i32.load8_u (i32.sub (local.get $p) (i32.const 1))) (i32.const 32)))
              (local.set $p (i32.sub (local.get $p) (i32.const 1)))
              (br $trim)))
          (local.set $length (i32.sub (local.get $p) (local.get $start)))
          (if (local.get $length)
            (then
              (br_if $other (i32.and
                (i32.eq (i32.load8_u (i32.sub (local.get $p) (i32.const 1))) (i32.const 0xa0))
                (i32.eq (i32.load8_u (i32.sub (local.get $p) (i32.const 2))) (i32.const 0xc2))))
              ;; A word that may say nothing, by its length, its first, last and middle bytes.
              (if (i32.and (local.get $words) (i32.le_u (local.get $length) (i32.const 14))) (then
                (local.set $marks (i32.add
                  (i32.load (i32.add (i32.const 2048) (i32.shl (local.get $column) (i32.const 2))))
                  (i32.shl (local.get $length) (i32.const 8))))
                (if (i32.load8_u (i32.add (local.get $marks) (i32.load8_u (local.get $start)))) (then
                  (br_if $other (i32.and
                    (i32.load8_u offset=3840 (i32.add (local.get $marks)
                      (i32.load8_u (i32.sub (local.get $p) (i32.const 1)))))
                    (i32.load8_u offset=7680 (i32.add (local.get $marks)
                      (i32.load8_u (i32.add (local.get $start) (i32.shr_u (local.get $length) (i32.const 1)))))))))))))
            (else
              (i32.store16 (i32.add (i32.const 6144) (i32.shl (local.get $blanks) (i32.const 1))) (local.get $column))
              (local.set $blanks (i32.add (local.get $blanks) (i32.const 1)))))
          ;; The length, 7 bits a byte: most texts need one.
          (if (i32.lt_u (local.get $length) (i32.const 128))
            (then (i32.store8 (local.get $first) (local.get $length)))
            (else
              (local.set $next (i32.add (i32.const 1) (i32.ge_u (local.get $length) (i32.const 0x4000))))
              (memory.copy (i32.add (local.get $start) (local.get $next)) (local.get $start) (local.get $length))
              (local.set $p (i32.add (local.get $p) (local.get $next)))
              (i32.store8 (local.get $first) (i32.or (local.get $length) (i32.const 128)))
              (local.set $length (i32.shr_u (local.get $length) (i32.const 7)))
              (if (i32.eq (local.get $next) (i32.const 2)) (then
                (i32.store8 offset=1 (local.get $first) (i32.or (local.get $length) (i32.const 128)))
                (local.set $first (i32.add (local.get $first) (i32.const 1)))
                (local.set $length (i32.shr_u (local.get $length) (i32.const 7)))))
              (i32.store8 offset=1 (local.get $first) (local.get $length))))
          ;; Where the column's next cell begins, once the row is whole.
          (i32.store offset=4096 (local.get $slot) (select (local.get $p) (i32.load (local.get $slot))
            (i32.load8_u offset=64 (local.get $column))))
          (local.set $column (i32.add (local.get $column) (i32.const 1)))
          (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
          (if (i32.eq (local.get $byte) (local.get $delimiter)) (then
            (br_if $other (i32.eq (local.get $column) (local.get $columns)))
            (br $cell))))

        ;; The row is whole: it counts.
        (br_if $other (i32.ne (local.get $column) (local.get $columns)))
        (br_if $other (i32.eq (local.get $blanks) (local.get $columns)))
        (br_if $other (i32.gt_u (i32.sub (local.get $at) (local.get $pos)) (i32.const 0x100000)))
        (local.set $slot (i32.const 32768))
        (loop $columns
          (v128.store (local.get $slot) (v128.load offset=4096 (local.get $slot)))
          (br_if $columns (i32.lt_u
            (local.tee $slot (i32.add (local.get $slot) (i32.const 16))) (local.get $tail))))
        (i64.store (i32.load (i32.const 34816)) (i64.trunc_f64_u (local.get $number)))
        (i32.store (i32.const 34816) (i32.add (i32.load (i32.const 34816)) (i32.const 8)))
        (local.set $number (f64.add (local.get $number) (f64.const 1)))
        (local.set $pos (local.get $at))
        (local.set $rows (i32.add (local.get $rows) (i32.const 1)))
        (block $counted
          (loop $blank
            (br_if $counted (i32.eqz (local.get $blanks)))
            (local.set $blanks (i32.sub (local.get $blanks) (i32.const 1)))
            (local.set $next (i32.shl
              (i32.load16_u (i32.add (i32.const 6144) (i32.shl (local.get $blanks) (i32.const 1)))) (i32.const 2)))
            (i32.store offset=4096 (local.get $next)
              (i32.add (i32.load offset=4096 (local.get $next)) (i32.const 1)))
            (br $blank)))
        (br $row)))
    (i32.store (i32.const 0) (local.get $pos))
    (i32.store (i32.const 4) (local.get $isFull))
    (local.get $rows)))
