"""What LLVM takes for granted in every process, as part of each shared library: so these need nothing from outside.

macOS has names of its own for writing zeros.
"""

from __future__ import annotations

BYTES = """
define hidden ptr @memset(ptr %to, i32 %value, i64 %count) #777 {
  %byte = trunc i32 %value to i8
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %next
next:
  %i = phi i64 [ 0, %0 ], [ %j, %next ]
  %place = getelementptr inbounds i8, ptr %to, i64 %i
  store i8 %byte, ptr %place
  %j = add nuw i64 %i, 1
  %last = icmp eq i64 %j, %count
  br i1 %last, label %done, label %next
done:
  ret ptr %to
}

define hidden ptr @memcpy(ptr noalias %to, ptr noalias %from, i64 %count) #777 {
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %next
next:
  %i = phi i64 [ 0, %0 ], [ %j, %next ]
  %source = getelementptr inbounds i8, ptr %from, i64 %i
  %byte = load i8, ptr %source
  %place = getelementptr inbounds i8, ptr %to, i64 %i
  store i8 %byte, ptr %place
  %j = add nuw i64 %i, 1
  %last = icmp eq i64 %j, %count
  br i1 %last, label %done, label %next
done:
  ret ptr %to
}

define hidden ptr @memmove(ptr %to, ptr %from, i64 %count) #777 {
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %some
some:
  %down = icmp ugt ptr %to, %from
  %end = sub i64 %count, 1
  %start = select i1 %down, i64 %end, i64 0
  %stop = select i1 %down, i64 0, i64 %end
  %step = select i1 %down, i64 -1, i64 1
  br label %next
next:
  %i = phi i64 [ %start, %some ], [ %j, %next ]
  %source = getelementptr inbounds i8, ptr %from, i64 %i
  %byte = load i8, ptr %source
  %place = getelementptr inbounds i8, ptr %to, i64 %i
  store i8 %byte, ptr %place
  %j = add i64 %i, %step
  %last = icmp eq i64 %i, %stop
  br i1 %last, label %done, label %next
done:
  ret ptr %to
}

define hidden void @bzero(ptr %to, i64 %count) #777 {
  %same = call ptr @memset(ptr %to, i32 0, i64 %count)
  ret void
}

define hidden void @__bzero(ptr %to, i64 %count) #777 {
  %same = call ptr @memset(ptr %to, i32 0, i64 %count)
  ret void
}

attributes #777 = { nounwind "no-builtins" }
"""


def self_sufficient(text: str) -> str:
    """A module's text with these functions, which nobody outside of it sees."""
    return f"{text}\n{BYTES}"
