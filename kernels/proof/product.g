# kernels/proof/product.g - Gappa 1.4: the bound of the product with a power in kernels/round.h.
#
# The bound for the sum is 2^-102 here: p is only known to lie in [1, 4].
#
# v = (H + L) * (h + l) * (1 + d), L = H * x, l = h * y, is bracketed by p + (e3 - m) and p + (e3 + m)
# with m = 2^-100 p, as the code rounds them, and lies inside by 2^-102 at least, relatively: so the
# bracket's ends, rounded, are equal only if both are v rounded. H and h are scaled to [1, 2], which
# is exact for normal numbers. That e1 is a double, and FMA gives it, is the theorem on the error of a
# product; all else is proved here.
@rnd = float<ieee_64, ne>;

H = rnd(H_);
h = rnd(h_);
p = rnd(H * h);
e1 = H * h - p;
e2 rnd= e1 + H * (h * y);
e3 rnd= e2 + (H * x) * h;
upper = rnd(e3 + p * 1b-100);
lower = rnd(e3 - p * 1b-100);

v = H * h * ((1 + x) * (1 + y) * (1 + d));
sum = p + e3;

{ H in [1, 2] /\ h in [1, 2] /\ |x| <= 1b-53 /\ |y| <= 1b-53 /\ |d| <= 1b-106
  -> |v - sum| / p in [0, 1b-102]
  /\ (p + upper - v) / p in [1b-102, 1b-98]
  /\ (v - (p + lower)) / p in [1b-102, 1b-98] }

v - sum -> (e2 - (e1 + H * (h * y))) * -1 + (e3 - (e2 + (H * x) * h)) * -1
           + H * h * (x * y + d * ((1 + x) * (1 + y)));
p + upper - v -> (upper - (e3 + p * 1b-100)) + p * 1b-100 - (v - sum);
v - (p + lower) -> (v - sum) + p * 1b-100 - (lower - (e3 - p * 1b-100));
